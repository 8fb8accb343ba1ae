module Main (main) where

import Shop.Item
import Shop.Price hiding (sumOf)
import System.Environment (getArgs)

main :: IO ()
main = do
  args <- getArgs
  let shelf = fill args
  putStrLn (report shelf)
  helper
  where
    helper = print (total mempty)

fill :: [String] -> Shelf
fill = foldr step mempty
  where step name = put name (Book name (Price 5))

report shelf = label (total shelf)

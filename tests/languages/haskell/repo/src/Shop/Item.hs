module Shop.Item where

import qualified Data.Map.Strict as Map
import Shop.Price (Priced (..), HasTax (..), Price, sumOf)
import qualified Shop.Price as P

data Item
  = Book { title :: String, amount :: Price }
  | Gift Item

type Shelf = Map.Map String Item

instance Priced Item where
  price (Book _ p) = p
  price (Gift inner) = price inner
  short item = P.short (price item)

instance HasTax Item

instance Show Item where
  show = render

-- Not a Haddock comment.
render :: Item -> String
render item = label item ++ short item

put :: String -> Item -> Shelf -> Shelf
put name item = Map.insert name item

total :: Shelf -> Price
total shelf = sumOf $ map price (Map.elems shelf)

item `within` shelf = elem (render item) (Map.keys shelf)

twice :: Item -> Price
twice item = taxed item P.<+> taxed item

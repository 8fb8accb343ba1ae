{-# LANGUAGE TypeFamilies #-}
-- | Prices, in cents.
module Shop.Price
  ( Price (..), Cents
  , Priced (..), HasTax (..)
  , (<+>), sumOf, défaut
  ) where

import Data.List (foldl')

type Cents = Int

-- | An amount of money.
--   Never negative.
newtype Price = Price { cents :: Cents }
  deriving (Eq, Show)

-- | What has a price.
class Priced a where
  type Currency a
  -- | The price without tax.
  price :: a -> Price
  label, short :: a -> String
  label _ = "class Fake where"

class Priced a => HasTax a where
  taxed :: a -> Price
  taxed x = withTax (price x)

instance Priced Price where
  type Currency Price = Cents
  price p = p
  short = show . cents

infixl 6 <+>

-- | Adds two prices.
(<+>) :: Price -> Price -> Price
Price a <+> Price b = Price (a + b)

sumOf :: [Price] -> Price
-- The empty sum.
sumOf [] = défaut
sumOf (p : ps) = foldl' (<+>) p ps

withTax :: Price -> Price
withTax (Price n)
  | n > limit = Price (n * 2)
  | otherwise = rounded n
  where
    limit = 100
    rounded k = Price (k + 1)

défaut :: Price
défaut = Price 0

limit = 7

module Shop.ItemSpec (spec) where

import Test.Hspec
import Shop.Item (Item (..), twice, render)

spec :: Spec
spec = describe "items" $ do
  it "are rendered" $
    render sample `shouldBe` "x"
  it "cost twice" $ do
    check (twice sample)

sample = Book "x" undefined

check = const True

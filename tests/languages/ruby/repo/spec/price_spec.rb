require "shop"

RSpec.describe Shop::Price do
  describe "#to_s" do
    let(:price) { Shop::Price.new(5) }

    it "has the amount" do
      expect(price.currency).to include("5")
    end

    context "without money" do
      it("is zero") { Shop::Price.zero }
    end
  end
end

import shop.labels
from shop.base import Entity, Registry


class Tall(shop.base.Entity):
    def grown(self):
        made = Entity.build("tall")
        made.clean()
        shop.labels.shout("b")

    def filled(self):
        found = self.registry_of("x")
        found.settle()

    def registry_of(self, name) -> Registry: ...

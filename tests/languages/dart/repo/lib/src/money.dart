part 'rounding.dart';

const cent = 1;
final Amount nothing = Amount(0);

class Amount {
  const Amount(this.cents);

  final int cents;

  int rounded() => _round(cents);
}

String format(Amount amount) {
  String pad(int n) => n.toString().padLeft(2, '0');
  return pad(amount.rounded());
}

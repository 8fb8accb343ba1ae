part of 'money.dart';

int _round(int cents) => cents - cents % cent;

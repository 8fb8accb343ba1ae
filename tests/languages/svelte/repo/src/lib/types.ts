export interface Row {
  name: string
}

/** Points of price and duration, none of which beats another. Small, so scanned; reused, so nothing is allocated. */
export class Front {
  #count = 0;
  #price = new Float64Array(64);
  #minutes = new Int32Array(64);
  #row = new Int32Array(64);

  clear(): void {
    this.#count = 0;
  }

  /** Is there a point at most as dear and at most as long? */
  beats(price: number, minutes: number): boolean {
    for (let at = 0; at < this.#count; at++) {
      if (this.#price[at]! <= price && this.#minutes[at]! <= minutes) return true;
    }
    return false;
  }

  /** Adds a point that is not beaten, and drops those it beats: their `row` is marked in `dead` when given. */
  add(price: number, minutes: number, row = -1, dead: Uint8Array | null = null): void {
    if (this.beats(price, minutes)) return;
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      if (price <= this.#price[at]! && minutes <= this.#minutes[at]!) {
        if (dead) dead[this.#row[at]!] = 1;
        continue;
      }
      this.#price[kept] = this.#price[at]!;
      this.#minutes[kept] = this.#minutes[at]!;
      this.#row[kept] = this.#row[at]!;
      kept++;
    }
    if (kept === this.#price.length) this.#grow();
    this.#price[kept] = price;
    this.#minutes[kept] = minutes;
    this.#row[kept] = row;
    this.#count = kept + 1;
  }

  #grow(): void {
    const size = this.#price.length * 2;
    const price = new Float64Array(size);
    const minutes = new Int32Array(size);
    const row = new Int32Array(size);
    price.set(this.#price);
    minutes.set(this.#minutes);
    row.set(this.#row);
    this.#price = price;
    this.#minutes = minutes;
    this.#row = row;
  }
}

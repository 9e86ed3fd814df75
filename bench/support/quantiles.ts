/** The value that this share of the measured values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** A time as a bench prints it. */
export const inMs = (ms: number) => `${Math.round(ms)} ms`

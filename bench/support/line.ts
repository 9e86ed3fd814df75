/** TCP on a cut network: lost data are sent again after pauses that double. */
const REPEAT_FIRST_MS = 200
/** A connection attempt is repeated more slowly. */
const OPEN_REPEAT_FIRST_MS = 1_000

/** One person's network path to the site: its delay, and whether any packet passes. */
export class Line {
  readonly oneWayMs: number
  #isCut = false
  #waiting = new Set<() => void>()

  constructor(roundTripMs: number) {
    this.oneWayMs = roundTripMs / 2
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** From now on no packet passes in either direction, and no side is notified. */
  cut(): void {
    this.#isCut = true
  }

  mend(): void {
    this.#isCut = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resume of waiting) resume()
  }

  onMend(resume: () => void): void {
    this.#waiting.add(resume)
  }

  /** Delivers a datagram late, or drops it. */
  pass(deliver: () => void): void {
    if (this.#isCut) return
    const arrive = () => {
      if (!this.#isCut) deliver()
    }
    if (this.oneWayMs === 0) arrive()
    else setTimeout(arrive, this.oneWayMs)
  }
}

/** When TCP sends again, at `nowMs` or later, what it first sent at `sentMs`, with pauses that double. */
export function nextRepeatMs(sentMs: number, nowMs: number, firstMs: number): number {
  let atMs = sentMs
  for (let pauseMs = firstMs; atMs < nowMs; pauseMs *= 2) atMs += pauseMs
  return atMs
}

/** One direction of one TCP connection over a network: in order, late, and sent again as TCP does after a cut. */
export class Stream<T> {
  #line: Line
  #deliver: (piece: T) => void
  #openMs: number
  #queue: { piece: T; sentMs: number; dueMs: number }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** A new connection needs a round trip before its first byte leaves. */
  constructor(line: Line, deliver: (piece: T) => void) {
    this.#line = line
    this.#deliver = deliver
    const nowMs = performance.now()
    this.#openMs = nowMs + 2 * line.oneWayMs
    if (!line.isCut) return
    this.#openMs = Number.POSITIVE_INFINITY
    line.onMend(() => {
      const opensMs = nextRepeatMs(nowMs, performance.now(), OPEN_REPEAT_FIRST_MS)
      this.#openMs = opensMs + 2 * line.oneWayMs
      for (const waiting of this.#queue) waiting.dueMs = this.#openMs + line.oneWayMs
      this.#run()
    })
  }

  push(piece: T): void {
    const sentMs = performance.now()
    const before = this.#queue.at(-1)?.dueMs ?? 0
    const dueMs = Math.max(before, Math.max(sentMs, this.#openMs) + this.#line.oneWayMs)
    this.#queue.push({ piece, sentMs, dueMs })
    if (this.#queue.length === 1) this.#run()
  }

  #run(): void {
    clearTimeout(this.#timer)
    if (!Number.isFinite(this.#openMs)) return
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (this.#line.isCut) {
        this.#line.onMend(() => this.#repeat())
        return
      }
      const waitMs = first.dueMs - performance.now()
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#run(), waitMs)
        return
      }
      this.#queue.shift()
      this.#deliver(first.piece)
    }
  }

  #repeat(): void {
    const [first] = this.#queue
    if (!first) return
    const { oneWayMs } = this.#line
    const pauseMs = REPEAT_FIRST_MS + 2 * oneWayMs
    const againMs = nextRepeatMs(first.sentMs, performance.now(), pauseMs) + oneWayMs
    for (const waiting of this.#queue) waiting.dueMs = Math.max(waiting.dueMs, againMs)
    this.#run()
  }
}

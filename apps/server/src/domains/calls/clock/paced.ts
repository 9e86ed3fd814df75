/** Does a job at a request, then rests; any number of requests during the rest does it once, at its end. */
export class Paced {
  #job: () => Promise<void>
  #restMs: () => number
  #isResting = false
  #isRequested = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(job: () => Promise<void>, restMs: () => number) {
    this.#job = job
    this.#restMs = restMs
  }

  request(): void {
    if (this.#isResting) this.#isRequested = true
    else void this.#run()
  }

  async #run(): Promise<void> {
    this.#isResting = true
    this.#isRequested = false
    await this.#job()
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#isResting = false
      if (this.#isRequested) void this.#run()
    }, this.#restMs())
  }

  stop(): void {
    this.#isStopped = true
    this.#isResting = true
    clearTimeout(this.#timer)
  }
}

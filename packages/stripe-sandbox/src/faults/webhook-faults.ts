type DeliveryManner = 'plain' | 'forge' | 'stale' | 'future'

export interface WebhookFault {
  action: 'repeat' | 'forge' | 'stale' | 'future' | 'drop'
  /** Event types it is for; all of them where absent. */
  types?: readonly string[]
  /** How many events it is for, 1 where absent. */
  times?: number
  /** `repeat`: how many deliveries more than the usual one, 1 where absent. */
  copies?: number
  /** `stale`, `future`: how far the timestamp is off, 3600 where absent. */
  seconds?: number
}

export interface DeliveryPlan {
  state: 'due' | 'held' | 'dropped'
  copies: number
  manner: DeliveryManner
  shiftSeconds: number
}

/** Decides, as an event is written, how it will be delivered. */
export class WebhookFaults {
  #isHolding = false
  #pending: (WebhookFault & { left: number })[] = []

  hold(): void {
    this.#isHolding = true
  }

  flow(): void {
    this.#isHolding = false
  }

  add(fault: WebhookFault): void {
    this.#pending.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#pending = []
    this.flow()
  }

  plan(type: string): DeliveryPlan {
    const plan: DeliveryPlan = {
      state: this.#isHolding ? 'held' : 'due',
      copies: 1,
      manner: 'plain',
      shiftSeconds: 0,
    }
    for (const fault of this.#pending) {
      if (fault.left === 0 || (fault.types !== undefined && !fault.types.includes(type))) continue
      fault.left -= 1
      apply(fault, plan)
    }
    this.#pending = this.#pending.filter(fault => fault.left > 0)
    return plan
  }
}

function apply(fault: WebhookFault, plan: DeliveryPlan): void {
  const shift = fault.seconds ?? 3600
  switch (fault.action) {
    case 'repeat':
      plan.copies += fault.copies ?? 1
      return
    case 'drop':
      plan.state = 'dropped'
      return
    case 'forge':
      plan.manner = 'forge'
      return
    case 'stale':
      plan.manner = 'stale'
      plan.shiftSeconds = -shift
      return
    case 'future':
      plan.manner = 'future'
      plan.shiftSeconds = shift
  }
}

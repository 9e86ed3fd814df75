/** From here on a worker takes viewers of an event only where no other worker has a place (docs/scale.md). */
export const BUSY_CPU_PERCENT = 60
/**
 * Of the peers that a worker may have, so many are not for viewers: the host of an event, and who joins again before
 * their old connection ended.
 */
export const CONNECTIONS_PER_WORKER = 200

/** A worker as far as placing people in it needs to know. */
export interface Placeable {
  readonly isUp: boolean
  /** Percent of one core over the last seconds. */
  readonly cpuPercent: number
  readonly connections: number
  readonly capacity: number
}

function leastLoaded<W extends Placeable>(workers: readonly W[]): W | null {
  const [first, ...others] = workers
  if (!first) return null
  return others.reduce((best, worker) => (worker.connections < best.connections ? worker : best), first)
}

const isFree = ({ connections, capacity }: Placeable) => connections < capacity
const isCalm = ({ cpuPercent }: Placeable) => cpuPercent < BUSY_CPU_PERCENT

/** The worker of a new room: all of a call, and the host of an event. */
export function placeRoom<W extends Placeable>(workers: readonly W[]): W | null {
  const up = workers.filter(worker => worker.isUp)
  const calm = up.filter(worker => isFree(worker) && isCalm(worker))
  return leastLoaded(calm) ?? leastLoaded(up) ?? leastLoaded(workers)
}

/**
 * The worker of one more viewer of an event. The owner's worker while it has a place, then one that has the event
 * already, then another: to hand an event on costs the owner's worker as much as six to ten viewers. Null when there is
 * no place.
 */
export function placeViewer<W extends Placeable>(room: {
  owner: W
  having: readonly W[]
  all: readonly W[]
}): W | null {
  const isUsable = (worker: W) => worker.isUp && isFree(worker)
  const { owner } = room
  if (isUsable(owner) && isCalm(owner)) return owner
  const having = room.having.filter(isUsable)
  const all = room.all.filter(isUsable)
  return (
    leastLoaded(having.filter(isCalm)) ?? leastLoaded(all.filter(isCalm)) ?? leastLoaded([...having, ...all])
  )
}

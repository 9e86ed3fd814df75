import type { OwnDispute } from '@parley/contract'

const SOON_MS = 2_000
/** The provider stores evidence within seconds; after a failure the server retries for a long time. */
const POLLS_MAX = 10

const isBeingAdded = ({ state, pack, statement }: OwnDispute) =>
  state === 'open' && statement !== null && statement.staged_at === null && !pack?.concede_asked_at

/** Says after each load of the list in how many milliseconds it is loaded again; false when it is not. */
export function createAddingPolls() {
  let added = ''
  /** The number of loads before these words began to be added: a page that was open before polls as often. */
  let firstPoll = 0
  return (disputes: readonly OwnDispute[], loads: number): number | false => {
    const now = disputes.filter(isBeingAdded).map(({ id, statement }) => `${id} ${statement?.at}`)
    if (now.join() !== added) {
      added = now.join()
      firstPoll = loads
    }
    return now.length > 0 && loads - firstPoll < POLLS_MAX && SOON_MS
  }
}

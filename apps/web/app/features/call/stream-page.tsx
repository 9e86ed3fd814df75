import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useStore } from '../../store/use-store.ts'
import { Broadcast, type BroadcastProps } from './broadcast/broadcast.tsx'
import type { TurnProblemOf } from './queue/host/line-over.tsx'
import { QueuePage } from './queue/queue-page.tsx'
import { type ShieldedTurn, shieldedTurn } from './queue/shielded-turn.ts'

interface StreamPageProps extends BroadcastProps {
  /** The same in a line, in this turn. */
  shieldOf: (owner: { id: string; username: string }, turn?: ShieldedTurn) => ReactNode
  /** The same about somebody whom the owner meets in this turn. */
  viewerShieldOf: (username: string, onClose: () => void, turn?: ShieldedTurn) => ReactNode
  problemOf: TurnProblemOf
}

/** A live event from loading to its end: a broadcast, or a line of private turns. */
export function StreamPage(props: StreamPageProps) {
  const { admission, eventPath } = props
  const { parties } = useStore(admission)
  useEffect(() => void admission.load(), [admission])
  // A place is lost for a reason, which the event says: once, or it is requested for ever.
  const wasLost = useRef(false)
  const onPlaceLost = useCallback(() => {
    if (!wasLost.current) void admission.load()
    wasLost.current = true
  }, [admission])
  if (parties?.format !== 'queue') return <Broadcast {...props} />
  const host = { id: parties.ownerId, username: parties.ownerUsername }
  return (
    <QueuePage
      {...{ parties, eventPath, onPlaceLost }}
      shieldOf={turn => props.shieldOf(host, shieldedTurn(turn))}
      fanShieldOf={(fan, onClose) => props.viewerShieldOf(fan.username, onClose, shieldedTurn(fan))}
      problemOf={props.problemOf}
      rescue={props.rescueOf(parties)}
      onReload={() => void admission.load()}
    />
  )
}

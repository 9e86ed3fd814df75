import { countdownText } from '@parley/contract/duration'
import { useRef } from 'react'
import { Portrait } from '../../ui/portrait.tsx'
import type { Call } from './call.ts'
import type { CallSnapshot } from './call-state.ts'
import { RemotePicture } from './remote-picture.tsx'
import { Stage } from './stage.tsx'
import css from './stream.module.css'
import type { StreamParties } from './stream-admission.ts'
import { StreamTop } from './stream-top.tsx'
import { TimeAnnouncements } from './time-ring.tsx'
import { useStore } from './use-store.ts'

export interface ViewerStageProps {
  call: Call
  parties: StreamParties
  eventPath: string
}

/** What is going on while nothing is shown, in one sentence. */
function waitingSentence(now: CallSnapshot, { ownerUsername, startsAt }: StreamParties): string {
  const { totalCallTime, remainingCallTime } = now
  if (startsAt !== null && Date.parse(startsAt) > Date.now()) {
    const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
    return `It begins on ${at.format(new Date(startsAt))}.`
  }
  if (totalCallTime !== null && remainingCallTime < totalCallTime) {
    return `The event goes on, with ${countdownText(remainingCallTime)} left, as soon as @${ownerUsername} is back.`
  }
  return now.otherIsHere
    ? `@${ownerUsername} is here and about to go live.`
    : 'It begins as soon as they are live.'
}

function Waiting({ now, parties }: { now: CallSnapshot; parties: StreamParties }) {
  return (
    <div className={css.waiting}>
      <Portrait
        className={css.portrait}
        name={parties.ownerUsername}
        picture={parties.picture}
        sizes="240px"
      />
      <div role="status">
        <p className={css.waitTitle}>Waiting for @{parties.ownerUsername}</p>
      </div>
      <p className={css.sentence}>{waitingSentence(now, parties)}</p>
    </div>
  )
}

/** The owner's picture and sound, the time and how many watch; no camera, no microphone. */
export function ViewerStage({ call, parties, eventPath }: ViewerStageProps) {
  const now = useStore(call)
  const video = useRef<HTMLVideoElement>(null)
  const isShown = now.phase !== 'waiting'
  return (
    <Stage>
      {isShown ? (
        <RemotePicture
          video={video}
          stream={now.otherStream}
          name={parties.ownerUsername}
          speakerId={null}
          fit="whole"
        />
      ) : (
        <Waiting now={now} parties={parties} />
      )}
      <StreamTop
        title={parties.title}
        clock={call.clock}
        watching={now.lurkers}
        leave={{ path: eventPath, label: 'Leave the event' }}
      >
        <p
          role="status"
          className={css.state}
          data-live={(isShown && now.connection === 'Connected') || undefined}
        >
          {isShown && now.connection === 'Connected' ? 'Live' : now.connection}
        </p>
      </StreamTop>
      <TimeAnnouncements clock={call.clock} />
    </Stage>
  )
}

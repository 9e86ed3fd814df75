import { SwitchCamera } from 'lucide-react'
import type { Call } from './call.ts'
import type { CallSnapshot } from './call-state.ts'
import type { LocalMedia, LocalMediaSnapshot } from './local-media.ts'
import { OwnPicture } from './own-picture.tsx'
import { Stage } from './stage.tsx'
import css from './stream.module.css'
import type { StreamParties } from './stream-admission.ts'
import { StreamTop } from './stream-top.tsx'
import { TimeAnnouncements } from './time-ring.tsx'
import { useStore } from './use-store.ts'
import { ViewerNames } from './viewer-names.tsx'

export interface OwnerStageProps {
  call: Call
  media: LocalMedia
  parties: StreamParties
  eventPath: string
}

/** Whether viewers see the owner now, in words. */
function onAir(now: CallSnapshot, media: LocalMediaSnapshot, startsAt: string | null): string {
  if (media.phase === 'asking') return 'Allow camera and microphone when your browser asks'
  if (media.stream === null) return 'Your camera and microphone are off: allow them in your browser'
  if (now.callIsLive && now.connection === 'Connected') return 'Live'
  if (startsAt !== null && Date.parse(startsAt) > Date.now())
    return 'On air, the clock starts at the agreed time'
  return now.connection === 'Your connection is ready' ? 'Going live' : now.connection
}

/** The owner's own camera over the whole screen; nothing to switch but the camera itself. */
export function OwnerStage({ call, media, parties, eventPath }: OwnerStageProps) {
  const now = useStore(call)
  const devices = useStore(media)
  const words = onAir(now, devices, parties.startsAt)
  const viewers = now.lurkerUsernames.filter(name => name !== parties.ownerUsername)
  return (
    <Stage>
      <div className={css.picture}>
        <OwnPicture media={devices} />
      </div>
      <StreamTop
        title={parties.title}
        clock={call.clock}
        watching={now.lurkers}
        leave={{ path: eventPath, label: 'Leave the broadcast' }}
        viewers={<ViewerNames watching={now.lurkers} names={viewers} />}
      >
        <p role="status" className={css.state} data-live={words === 'Live' || undefined}>
          {words}
        </p>
      </StreamTop>
      <div className={css.bottom}>
        <button
          type="button"
          className={css.cycle}
          aria-label="Next camera"
          title="Next camera"
          onClick={() => void media.cycleCamera()}
        >
          <SwitchCamera size={26} aria-hidden="true" />
        </button>
      </div>
      <TimeAnnouncements clock={call.clock} />
    </Stage>
  )
}

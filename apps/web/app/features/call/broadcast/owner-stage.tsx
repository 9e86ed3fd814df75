import { Radio, SwitchCamera } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { Call } from '../connection/call.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { SelfView } from '../devices/self-view/self-view.tsx'
import { OwnShare } from '../stage/share-bar.tsx'
import { Stage } from '../stage/stage.tsx'
import { TimeAnnouncements } from '../stage/time-ring.tsx'
import type { ShownGuest } from '../talk/stage-store.ts'
import type { Talk } from '../talk/talk.ts'
import { ChatButton, TalkLayout } from '../talk/talk-layout.tsx'
import pair from './guest-tile.module.css'
import { GuestTile } from './guest-tile.tsx'
import { HandsButton } from './hands.tsx'
import css from './stream.module.css'
import type { StreamParties } from './stream-admission.ts'
import { type Air, airOf } from './stream-air.ts'
import { EndEvent } from './stream-end.tsx'
import { healthWords, type SendingHealth, sizesSentence } from './stream-health.ts'
import { useSendingHealth } from './stream-sending.ts'
import { StreamSettings } from './stream-settings.tsx'
import { StreamTop } from './stream-top.tsx'
import { ViewerNames } from './viewer-names.tsx'

export interface OwnerStageProps {
  call: Call
  media: LocalMedia
  talk: Talk
  parties: StreamParties
  eventPath: string
  viewerShieldOf: (username: string, onClose: () => void) => ReactNode
}

/** The quality of the sent video and who sees it small, always as text and not by colour alone. */
function Sending({ health, talk }: { health: SendingHealth; talk: Talk }) {
  const small = sizesSentence(useStore(talk.sizes))
  if (health === 'unknown' && small === null) return null
  return (
    <p role="status" className={css.sending} data-health={health}>
      {health !== 'unknown' && <span>{t(healthWords[health])}</span>}
      {small !== null && <span className={css.small}>{small}</span>}
    </p>
  )
}

/** Why the clock does not run, and what the owner can do about it. */
function NotLive({ air, media }: { air: Air; media: LocalMedia }) {
  if (air.more === null) return null
  return (
    <section className={css.notLive} aria-label={t('Before you are live')}>
      {air.state === 'off' && <p className={css.notLiveTitle}>{air.words}</p>}
      <p>{air.more}</p>
      {air.canGoLive && (
        <Button
          variant="primary"
          wide
          icon={<Radio size={18} aria-hidden="true" />}
          onClick={() => void media.requestAgain()}
        >
          {t('Go live')}
        </Button>
      )}
    </section>
  )
}

/** What the owner may do about their guest. */
function GuestActions({ guest, talk }: { guest: ShownGuest; talk: Talk }) {
  const { isMuted } = guest
  return (
    <>
      <Button aria-pressed={isMuted} onClick={() => talk.stage.act({ act: 'mute', muted: !isMuted })}>
        {isMuted ? t('Unmute guest') : t('Mute guest')}
      </Button>
      <Button variant="danger" onClick={() => talk.stage.act({ act: 'remove' })}>
        {t('Remove guest')}
      </Button>
    </>
  )
}

/** The owner's own camera over the whole screen: how viewers see it, who they are, and the button to end it. */
export function OwnerStage({ call, media, talk, parties, eventPath, viewerShieldOf }: OwnerStageProps) {
  const [shieldFor, setShieldFor] = useState<string | null>(null)
  const now = useStore(call)
  const devices = useStore(media)
  const { guest } = useStore(talk.stage)
  const health = useSendingHealth(call)
  const air = airOf({ now, media: devices, startsAt: parties.startsAt, nowMs: serverNowMs() })
  const viewers = now.lurkerUsernames.filter(name => name !== parties.ownerUsername)
  const { totalCallTime, remainingCallTime } = now
  const hasBegun = air.state === 'live' || (totalCallTime !== null && remainingCallTime < totalCallTime)
  return (
    <Stage>
      <TalkLayout talk={talk} kind="event">
        <div className={pair.pair} data-guest={guest ? 'on' : undefined}>
          <div className={pair.owner}>
            <SelfView media={devices} />
          </div>
          {guest && (
            <GuestTile {...{ guest, now }} speakerId={devices.speakerId} left>
              <GuestActions guest={guest} talk={talk} />
            </GuestTile>
          )}
        </div>
        <StreamTop
          title={parties.title}
          clock={call.clock}
          watching={now.lurkers}
          leave={{ path: eventPath, label: t('Leave the broadcast') }}
          viewers={<ViewerNames watching={now.lurkers} names={viewers} onChosen={setShieldFor} />}
        >
          <p role="status" className={css.state} data-live={air.state === 'live' || undefined}>
            {air.words}
          </p>
          {air.state === 'live' && <Sending {...{ health, talk }} />}
        </StreamTop>
        <div className={css.bottom}>
          <OwnShare media={media} place="row" />
          <NotLive air={air} media={media} />
          <div className={css.controls}>
            <button
              type="button"
              className={css.round}
              aria-label={t('Next camera')}
              title={t('Next camera')}
              onClick={() => void media.cycleCamera()}
            >
              <SwitchCamera size={26} aria-hidden="true" />
            </button>
            <HandsButton stage={talk.stage} className={css.round} />
            <ChatButton talk={talk} className={css.round} />
            <StreamSettings media={media} />
            {hasBegun && (
              <EndEvent event={parties} leftSeconds={totalCallTime === null ? null : remainingCallTime} />
            )}
          </div>
        </div>
      </TalkLayout>
      <TimeAnnouncements clock={call.clock} />
      {shieldFor !== null && viewerShieldOf(shieldFor, () => setShieldFor(null))}
    </Stage>
  )
}

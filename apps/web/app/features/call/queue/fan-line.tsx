import { Check, LogOut } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import { DeviceFindings, Found } from '../devices/findings.tsx'
import { MediaHelp } from '../devices/media-help.tsx'
import { Preview } from '../green-room/green-room.tsx'
import { Stage } from '../stage/stage.tsx'
import type { BrowserQueue } from './browser-queue.ts'
import type { CallSound } from './call-sound.ts'
import css from './fan-line.module.css'
import { LineNote } from './line-note.tsx'
import {
  aheadText,
  expectedText,
  leaveMoney,
  lineText,
  type OwnTurn,
  readyText,
  setbackText,
  standingText,
  standsFrom,
} from './line-words.ts'
import { isChecked, type QueueSnapshot } from './queue-session.ts'
import { ScreenTitle } from './screen-title.tsx'

interface FanLineProps {
  queue: BrowserQueue
  you: OwnTurn
  shown: NonNullable<QueueSnapshot['shown']>
  parties: StreamParties
  eventPath: string
  sound: CallSound
}

const tellFailure = (error: unknown) => alerts.error(errorText(error))

/** Asks before a place is given up: what it does to the money is known before the press. */
function LeaveLine({ queue, you, parties }: Pick<FanLineProps, 'queue' | 'you' | 'parties'>) {
  const [isOpen, setOpen] = useState(false)
  const { sending } = useStore(queue.call)
  const leave = () =>
    queue.call
      .giveUp()
      .then(() => setOpen(false))
      .catch(tellFailure)
  return (
    <>
      <Button look="quiet" icon={<LogOut size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Leave the line')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Leave the line?')}
        description={leaveMoney(you, parties.amount)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('Stay')}</Button>
            <Button look="danger" busy={sending === 'leave'} onClick={() => void leave()}>
              {t('Give up my place')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The number in its ring, which closes as the line gets shorter. */
function NumberRing({ you }: { you: OwnTurn }) {
  const fraction = you.ahead === null ? 0.86 : 1 / (you.ahead + 1)
  return (
    <Ring className={css.ring} fraction={fraction} tone="ember" weight={5} breathing={you.ahead === 0}>
      <span className={css.number} aria-hidden="true">
        {you.number ?? '?'}
      </span>
    </Ring>
  )
}

/** A fan in line: their number, about when it is their turn, their own picture, and what is still to do. */
export function FanLine({ queue, you, shown, parties, eventPath, sound }: FanLineProps) {
  const { call, media, mic } = queue
  const { hasAgreed, setback, link, sending } = useStore(call)
  const devices = useStore(media)
  const checked = isChecked(devices)
  const isReady = hasAgreed && you.ready && checked
  const standing = standingText(you, shown.state)
  const from = standsFrom(shown, parties.startsAt)
  const ahead = aheadText(you)
  const expected = expectedText(you)
  const ready = () => {
    sound.allow()
    call.ready().catch(tellFailure)
  }
  return (
    <Stage>
      <div className={css.room}>
        <div className={css.own}>
          <Preview media={media} devices={devices} />
        </div>
        <div className={css.side}>
          <div className={css.place}>
            <NumberRing you={you} />
            <div className={css.words}>
              <ScreenTitle className={css.title}>{standing}</ScreenTitle>
              {ahead && <p className={css.sentence}>{ahead}</p>}
              {expected && <p className={css.expected}>{expected}</p>}
            </div>
          </div>
          <p className={css.sentence}>{lineText(you, shown.state, parties.ownerUsername)}</p>
          <LineNote note={shown.note} />
          {setback && (
            <p role="status" className={css.setback}>
              {setbackText(setback)}
            </p>
          )}
          <DeviceFindings devices={devices} mic={mic} sentence={css.sentence}>
            <Found
              finding={
                link === 'open'
                  ? { is: 'good', text: t('You are connected to the line.') }
                  : { is: 'open', text: t('Connecting you to the line.') }
              }
            />
          </DeviceFindings>
          <MediaHelp media={media} devices={devices} />
          <div className={css.ways}>
            <ButtonLink look="quiet" to={eventPath}>
              {t('Back to the event')}
            </ButtonLink>
            {from ? (
              <ButtonLink look="quiet" icon={<LogOut size={18} aria-hidden="true" />} to={eventPath}>
                {t('Cancel on the event’s page')}
              </ButtonLink>
            ) : (
              <LeaveLine queue={queue} you={you} parties={parties} />
            )}
          </div>
        </div>
        <div className={css.bar}>
          <p className={css.todo}>{readyText(you, { isChecked: checked, hasAgreed, from })}</p>
          <Button
            look={isReady ? 'secondary' : 'primary'}
            wide
            aria-pressed={isReady}
            busy={sending === 'ready'}
            disabled={!checked || from !== null}
            icon={isReady ? <Check size={20} aria-hidden="true" /> : undefined}
            onClick={ready}
          >
            {t('I am ready')}
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="visually-hidden">
        {[standing, expected].filter(Boolean).join('. ')}
      </p>
    </Stage>
  )
}

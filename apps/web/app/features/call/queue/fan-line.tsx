import { Check, LogOut } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Ring } from '../../../ui/ring.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import { DeviceFindings, Found } from '../devices/findings.tsx'
import { MediaHelp } from '../devices/media-help.tsx'
import { Preview } from '../green-room/green-room.tsx'
import room from '../stage/preview-room.module.css'
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
import { RingScreen } from './ring-screen.tsx'
import { isNext } from './rules/line-state.ts'
import { ScreenTitle } from './screen-title.tsx'

interface FanLineProps {
  queue: BrowserQueue
  you: OwnTurn
  shown: NonNullable<QueueSnapshot['shown']>
  parties: StreamParties
  eventPath: string
  sound: CallSound
}

interface LeaveSheetProps extends Pick<FanLineProps, 'queue' | 'you' | 'parties'> {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

const showFailure = (error: unknown) => alerts.error(errorText(error))

/** Asks before a place is given up: what it does to the money is known before the press. */
function LeaveSheet({ queue, you, parties, ...sheet }: LeaveSheetProps) {
  const { sending } = useStore(queue.call)
  const leave = () =>
    queue.call
      .giveUp()
      .then(() => sheet.onOpenChange(false))
      .catch(showFailure)
  return (
    <Sheet
      {...sheet}
      title={t('Leave the line?')}
      description={leaveMoney(you, parties.amount)}
      actions={
        <>
          <Button onClick={() => sheet.onOpenChange(false)}>{t('Stay')}</Button>
          <Button variant="danger" busy={sending === 'leave'} onClick={() => void leave()}>
            {t('Give up my place')}
          </Button>
        </>
      }
    />
  )
}

interface WaysProps extends Pick<FanLineProps, 'eventPath'> {
  /** Before the order stands a place is cancelled as any other. */
  isEarly: boolean
  onLeave: () => void
}

/** The ways out of the line. */
function Ways({ eventPath, isEarly, onLeave }: WaysProps) {
  return (
    <div className={css.ways}>
      <ButtonLink variant="quiet" to={eventPath}>
        {t('Back to the event')}
      </ButtonLink>
      {isEarly ? (
        <ButtonLink variant="quiet" icon={<LogOut size={18} aria-hidden="true" />} to={eventPath}>
          {t('Cancel on the event’s page')}
        </ButtonLink>
      ) : (
        <Button variant="quiet" icon={<LogOut size={18} aria-hidden="true" />} onClick={onLeave}>
          {t('Leave the line')}
        </Button>
      )}
    </div>
  )
}

/** The host's note to everybody in line, and what happened to this fan. */
function LineNotices({ queue, shown }: Pick<FanLineProps, 'queue' | 'shown'>) {
  const { setback } = useStore(queue.call)
  return (
    <>
      <LineNote note={shown.note} />
      {setback && (
        <p role="status" className={css.setback}>
          {setbackText(setback)}
        </p>
      )}
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

/** Whether the page holds this fan's place in the line, in words. */
const linkText = (link: QueueSnapshot['link']) =>
  link === 'open' ? t('You are connected to the line.') : t('Connecting you to the line.')

interface PlaceProps extends FanLineProps {
  onLeave: () => void
}

/** Full screen, for a fan who has nothing left to do: they are called after the current turn. */
function Next({ queue, you, shown, eventPath, onLeave }: PlaceProps) {
  const devices = useStore(queue.media)
  const { link } = useStore(queue.call)
  const expected = expectedText(you)
  return (
    <RingScreen
      devices={devices}
      title={standingText(you, shown)}
      sentence={t('Keep this page open: we call you with sound when it is your turn.')}
      state={linkText(link)}
    >
      {expected && <p className={css.expected}>{expected}</p>}
      <LineNotices queue={queue} shown={shown} />
      <Ways eventPath={eventPath} isEarly={false} onLeave={onLeave} />
    </RingScreen>
  )
}

/** A fan's number, about when it is their turn, their own video, and what is still to do. */
function InLine({ queue, you, shown, parties, eventPath, sound, onLeave }: PlaceProps) {
  const { call, media, mic } = queue
  const { hasAgreed, link, sending } = useStore(call)
  const devices = useStore(media)
  const checked = isChecked(devices)
  const isReady = hasAgreed && you.ready && checked
  const from = standsFrom(shown, parties.startsAt)
  const ahead = aheadText(you, shown)
  const expected = expectedText(you)
  const ready = () => {
    sound.allow()
    call.ready().catch(showFailure)
  }
  return (
    <div className={classes(room.room, css.room)}>
      <div className={classes(room.preview, css.own)}>
        <Preview media={media} devices={devices} />
      </div>
      <div className={room.side}>
        <div className={css.place}>
          <NumberRing you={you} />
          <div className={css.words}>
            <ScreenTitle className={css.title}>{standingText(you, shown)}</ScreenTitle>
            {ahead && <p className={room.sentence}>{ahead}</p>}
            {expected && <p className={css.expected}>{expected}</p>}
          </div>
        </div>
        <p className={room.sentence}>{lineText(you, shown.state, parties.ownerUsername)}</p>
        <LineNotices queue={queue} shown={shown} />
        <DeviceFindings devices={devices} mic={mic} sentence={room.sentence}>
          <Found finding={{ is: link === 'open' ? 'good' : 'open', text: linkText(link) }} />
        </DeviceFindings>
        <MediaHelp media={media} devices={devices} />
        <Ways eventPath={eventPath} isEarly={from !== null} onLeave={onLeave} />
      </div>
      <div className={room.bar}>
        <p className={room.hint}>{readyText(you, { isChecked: checked, hasAgreed, from })}</p>
        <Button
          variant={isReady ? 'secondary' : 'primary'}
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
  )
}

/** A fan in line, until they are called. */
export function FanLine(props: FanLineProps) {
  const { queue, you, shown, parties } = props
  const [isLeaving, setLeaving] = useState(false)
  const { hasAgreed } = useStore(queue.call)
  const devices = useStore(queue.media)
  const hasNothingToDo = hasAgreed && isChecked(devices)
  const onLeave = () => setLeaving(true)
  return (
    <Stage>
      {isNext(shown) && hasNothingToDo ? (
        <Next {...props} onLeave={onLeave} />
      ) : (
        <InLine {...props} onLeave={onLeave} />
      )}
      {/* It stays open when its fan becomes the next. */}
      <LeaveSheet open={isLeaving} onOpenChange={setLeaving} {...{ queue, you, parties }} />
      <p aria-live="polite" className="visually-hidden">
        {[standingText(you, shown), expectedText(you)].filter(Boolean).join('. ')}
      </p>
    </Stage>
  )
}

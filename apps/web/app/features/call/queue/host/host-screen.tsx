import type { QueueShown } from '@parley/contract/live/queue'
import { Pause, Play, Settings, Shield, SkipForward, Square, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../../api/errors.ts'
import { t } from '../../../../language/text.ts'
import { useStore } from '../../../../store/use-store.ts'
import { alerts } from '../../../../ui/alerts/alerts.ts'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import stream from '../../broadcast/stream.module.css'
import type { StreamParties } from '../../broadcast/stream-admission.ts'
import type { LocalMedia } from '../../devices/local-media.ts'
import { MediaHelp, troubleNow } from '../../devices/media-help.tsx'
import { SelfView } from '../../devices/self-view/self-view.tsx'
import { sentOf } from '../../devices/sent-media.ts'
import { areCamerasSent } from '../../keepsake/both-seen.ts'
import { useCallKeepsake } from '../../keepsake/browser-keepsake.ts'
import { KeepsakeBar, KeepsakeButton } from '../../keepsake/keepsake-bar.tsx'
import { HowWasIt } from '../../screens/how-was-it.tsx'
import { MovableSelfView } from '../../stage/movable-self-view.tsx'
import { RemoteVideo, useRemoteView } from '../../stage/remote-video.tsx'
import share from '../../stage/share.module.css'
import { OthersShare, OwnShare } from '../../stage/share-bar.tsx'
import { Stage } from '../../stage/stage.tsx'
import { TimeAnnouncements, TimeRing } from '../../stage/time-ring.tsx'
import { FloatingReactions } from '../../talk/reaction-bar.tsx'
import { TalkLayout } from '../../talk/talk-layout.tsx'
import type { BrowserQueue } from '../browser-queue.ts'
import type { Turn } from '../fan-turn.tsx'
import type { HostStep } from '../queue-session.ts'
import { TurnSettings } from '../turn-settings.tsx'
import css from './host-screen.module.css'
import {
  bigButton,
  countText,
  endText,
  isHeldEnter,
  NEXT_AFTER_MS,
  nextText,
  untilStartMs,
} from './host-words.ts'
import { LineLink } from './line-link.tsx'
import { isFocusLost, TurnChatButton } from './turn-chat-button.tsx'

/** A fan and the turn in which the host meets them; a turn that has not begun cannot be ended. */
interface MetFan {
  username: string
  place: string
  state: Turn['state']
}

/** What the host can do about the fan whom they meet. */
export type FanShieldOf = (fan: MetFan, onClose: () => void) => ReactNode

interface HostScreenProps {
  queue: BrowserQueue
  shown: QueueShown
  parties: StreamParties
  eventPath: string
  fanShieldOf: FanShieldOf
}

const showFailure = (error: unknown) => alerts.error(errorText(error))

/** One's own video, which the fans will see; while it is off, one tap switches both on. */
function HostPreview({ media }: { media: LocalMedia }) {
  const devices = useStore(media)
  const picture = useRef<HTMLDivElement>(null)
  const isOff = sentOf(devices) === 'nothing' && troubleNow(devices) === null && devices.phase === 'answered'
  function turnOn() {
    // The pressed button goes away; the next Tab leads to the line.
    picture.current?.focus()
    void media.turnOn()
  }
  return (
    <div ref={picture} tabIndex={-1} className={css.preview}>
      <SelfView media={devices} />
      {isOff && (
        <div className={css.turnOn}>
          <Button variant="primary" onClick={turnOn}>
            {t('Turn on camera and microphone')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The fan whose turn it is, or one's own video until they are seen. */
function Meeting({ queue, turn }: { queue: BrowserQueue; turn: Turn }) {
  const { media, news, sharing } = queue
  const keepsake = useCallKeepsake({ id: turn.place, call: turn.call, media, news, sharing })
  const now = useStore(turn.call)
  const devices = useStore(media)
  const otherShares = useStore(sharing).get(turn.other)
  const remote = useRemoteView(turn.call)
  const isTogether = now.phase === 'live' || now.phase === 'reconnecting'
  const canRequest =
    turn.state === 'in_turn' && areCamerasSent({ own: devices, otherShares }) && remote.content === 'visible'
  return isTogether ? (
    <>
      <RemoteVideo
        view={remote}
        name={turn.other}
        speakerId={devices.speakerId}
        fit="fill"
        shares={otherShares}
      />
      <OwnShare media={media} />
      <div className={css.self}>
        <MovableSelfView media={devices} />
      </div>
      <div className={css.keepsake}>
        <KeepsakeButton keepsake={keepsake} name={turn.other} canRequest={canRequest} />
      </div>
      <div className={css.asked}>
        <KeepsakeBar keepsake={keepsake} name={turn.other} />
      </div>
    </>
  ) : (
    <HostPreview media={queue.media} />
  )
}

/** The clock of the current turn, whose it is, and what its connection does. */
function TurnTop({ queue, turn }: { queue: BrowserQueue; turn: Turn }) {
  const now = useStore(turn.call)
  return (
    <>
      <TimeRing clock={turn.call.clock} />
      <p className={stream.title}>@{turn.other}</p>
      <p role="status" className={stream.state}>
        {turn.state === 'called' ? t('Calling @{name}', { name: turn.other }) : t(now.connection)}
      </p>
      <OthersShare talk={queue} name={turn.other} />
      <TimeAnnouncements clock={turn.call.clock} />
    </>
  )
}

/** Asks before the line is ended: who gets what back is known before the press. */
function EndLine({ shown, queue }: Pick<HostScreenProps, 'shown' | 'queue'>) {
  const [isOpen, setOpen] = useState(false)
  const { sending } = useStore(queue.call)
  const end = () =>
    queue.call
      .step('end')
      .then(() => setOpen(false))
      .catch(showFailure)
  return (
    <>
      <Button
        variant="danger"
        icon={<Square size={14} fill="currentColor" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('End event')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('End the event for everybody?')}
        description={`${endText(shown)} ${t('This cannot be undone.')}`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('Go on')}</Button>
            <Button variant="danger" busy={sending === 'end'} onClick={() => void end()}>
              {t('End it now')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The longest that a timer of a browser waits. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether the line may be opened by now. */
function useIsTime(startsAt: string | null, { now }: Pick<QueueShown, 'now'>): boolean {
  const untilMs = untilStartMs(startsAt, { now })
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    if (untilMs > TIMER_MAX_MS) return
    const timer = setTimeout(() => setWaited(true), untilMs)
    return () => clearTimeout(timer)
  }, [untilMs])
  return hasWaited || untilMs === 0
}

/** Whether a turn that began a moment ago is the current one: not by a clock, but once it was seen for long enough. */
function useJustBegun(turn: Pick<Turn, 'place' | 'state'> | null): boolean {
  const place = turn?.state === 'in_turn' ? turn.place : null
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (place === null) return
    const timer = setTimeout(() => setSeen(place), NEXT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      // Who dropped out may be called again.
      setSeen(null)
    }
  }, [place])
  return place !== null && seen !== place
}

function HostBar({ queue, shown, parties }: Pick<HostScreenProps, 'queue' | 'shown' | 'parties'>) {
  const [isOpen, setOpen] = useState(false)
  const { sending, turn } = useStore(queue.call)
  const devices = useStore(queue.media)
  const isTime = useIsTime(parties.startsAt, shown)
  const hasJustBegun = useJustBegun(turn)
  const big = bigButton(shown, { isTime, isSeen: sentOf(devices) !== 'nothing', hasJustBegun })
  const press = (step: HostStep | null) => {
    if (step) queue.call.step(step).catch(showFailure)
  }
  const isOpenLine = shown.state === 'running' || shown.state === 'paused'
  return (
    <section className={css.bar} aria-label={t('The line')}>
      <p role="status" className={css.next}>
        {nextText(shown)}
      </p>
      <Button
        variant="primary"
        wide
        className={css.big}
        aria-describedby="what-next-does"
        aria-disabled={big.step === null || undefined}
        busy={sending !== null && sending === big.step}
        icon={turn?.state === 'in_turn' ? <SkipForward size={22} aria-hidden="true" /> : undefined}
        onKeyDown={event => {
          if (isHeldEnter(event)) event.preventDefault()
        }}
        onClick={() => press(big.step)}
      >
        {big.words}
      </Button>
      <p id="what-next-does" className={css.more}>
        {big.more}
      </p>
      <div className={css.row}>
        {turn && <TurnChatButton talks={queue.talks} place={turn.place} />}
        {shown.state === 'running' && (
          <Button
            icon={<Pause size={18} aria-hidden="true" />}
            busy={sending === 'pause'}
            onClick={() => press('pause')}
          >
            {t('Pause')}
          </Button>
        )}
        {shown.state === 'paused' && big.step !== 'resume' && (
          <Button
            icon={<Play size={18} aria-hidden="true" />}
            busy={sending === 'resume'}
            onClick={() => press('resume')}
          >
            {t('Go on')}
          </Button>
        )}
        <Button
          className={css.settings}
          icon={<Settings size={18} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          <span className={css.words}>{t('Camera and sound')}</span>
        </Button>
        {isOpenLine && <EndLine shown={shown} queue={queue} />}
      </div>
      <TurnSettings
        {...{ open: isOpen, onOpenChange: setOpen, media: queue.media, mic: queue.mic }}
        isTogether={turn?.state === 'in_turn'}
      />
    </section>
  )
}

/**
 * The chat closes with its turn. The focus of a host who was writing moves to the title: not to Next, which the next
 * key would press.
 */
function useFocusAfterTurn(place: string | null) {
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(place)
  useEffect(() => {
    if (isFocusLost({ before: before.current, place })) title.current?.focus()
    before.current = place
  }, [place])
  return title
}

/** The host's screen: the current fan with the time, the next fans, one big Next, and pause and end. */
export function HostScreen({ queue, shown, parties, eventPath, fanShieldOf }: HostScreenProps) {
  const { turn, link, met } = useStore(queue.call)
  const [last] = met
  const devices = useStore(queue.media)
  const [shieldFor, setShieldFor] = useState<MetFan | null>(null)
  const title = useFocusAfterTurn(turn?.place ?? null)
  const talk = turn && queue.talks.of(turn.place)
  return (
    <Stage>
      <TalkLayout talk={talk} kind="call" floats={false}>
        <div className={css.screen}>
          <div className={css.picture}>
            {turn ? (
              <Meeting key={turn.place} queue={queue} turn={turn} />
            ) : (
              <HostPreview media={queue.media} />
            )}
            {last && !turn && (
              <div className={css.opinion}>
                <HowWasIt key={last.place} id={last.place} figures={last.figures} name={last.other} />
              </div>
            )}
            <header className={classes(stream.top, css.top)}>
              <Link
                to={eventPath}
                className={stream.leave}
                aria-label={t('Leave the line')}
                title={t('Leave the line')}
              >
                <X size={22} aria-hidden="true" />
              </Link>
              <div className={classes(stream.middle, share.beside, css.middle)}>
                <h1
                  ref={title}
                  tabIndex={-1}
                  className={classes(css.title, turn ? 'visually-hidden' : stream.title)}
                >
                  {parties.title}
                </h1>
                {turn ? (
                  <TurnTop queue={queue} turn={turn} />
                ) : (
                  <p role="status" className={stream.state}>
                    {link === 'open' ? t('Nobody sees you now') : t('Connecting')}
                  </p>
                )}
              </div>
              <div className={stream.side}>
                <LineLink slug={parties.slug} className={classes(stream.count, css.count)}>
                  {countText(shown)}
                </LineLink>
              </div>
            </header>
            {turn && (
              <div className={css.shield}>
                <Button
                  variant="quiet"
                  icon={<Shield size={20} aria-hidden="true" />}
                  onClick={() => setShieldFor({ username: turn.other, place: turn.place, state: turn.state })}
                >
                  <span className={css.words}>{t('Something is wrong')}</span>
                </Button>
              </div>
            )}
            {talk && <FloatingReactions reactions={talk.reactions} />}
            <div className={css.help}>
              <MediaHelp media={queue.media} devices={devices} />
            </div>
          </div>
          <HostBar queue={queue} shown={shown} parties={parties} />
        </div>
      </TalkLayout>
      {shieldFor !== null && fanShieldOf(shieldFor, () => setShieldFor(null))}
    </Stage>
  )
}

import type { QueueShown } from '@parley/contract/live/queue'
import {
  ArrowUpDown,
  ChevronDown,
  ChevronUp,
  Pause,
  Play,
  RotateCcw,
  SkipForward,
  UserMinus,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../../api/errors.ts'
import { msg, t } from '../../../../language/text.ts'
import { useStore } from '../../../../store/use-store.ts'
import { alerts } from '../../../../ui/alerts/alerts.ts'
import { Button, ButtonLink, IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Waiting } from '../../../../ui/waiting/spinner.tsx'
import { type InLine, nextText, removeText, turnText } from '../host/host-words.ts'
import css from './desk.module.css'
import { actsOn, askedAbout, type DeskQuestion, mayPause } from './desk-acts.ts'
import { DeskNote } from './desk-note.tsx'
import { behindOf, type LineDesk } from './line-desk.ts'
import { MoveSheet } from './move-sheet.tsx'

const showFailure = (error: unknown) => alerts.error(errorText(error))

/** In English. */
const states: Readonly<Record<QueueShown['state'], string>> = {
  scheduled: msg('The line is not open yet'),
  running: msg('The line moves'),
  paused: msg('The line is paused'),
  ended: msg('The line is over'),
}

interface RowProps {
  desk: LineDesk
  shown: QueueShown
  fan: InLine
  /** Asks before the fan is removed, or where they go. */
  onQuestion: (about: 'remove' | 'move', fan: InLine) => void
  onDone: (words: string) => void
}

/** A move takes the pressed button along with its row; the focus goes with it. */
function useKeptFocus() {
  const list = useRef<HTMLOListElement>(null)
  const kept = useRef<string | null>(null)
  useEffect(() => {
    const key = kept.current
    if (key === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
    kept.current = null
  })
  const keep = (key: string) => {
    kept.current = key
  }
  return { list, keep }
}

function Row({ desk, shown, fan, onQuestion, onDone, keep }: RowProps & { keep: (key: string) => void }) {
  const { place, number, name, state, ready } = fan
  const waits = state === 'waiting'
  const acts = actsOn(shown, fan)
  const move = (way: 'up' | 'down') => {
    keep(`${way}-${place}`)
    desk
      .move(place, way)
      .then(sent => {
        if (sent === 'sent')
          onDone(way === 'up' ? t('@{name} was moved up.', { name }) : t('@{name} was moved down.', { name }))
      })
      .catch(showFailure)
  }
  const act = (step: 'skip' | 'readmit', words: string) =>
    desk
      .act(step, place)
      .then(sent => {
        if (sent === 'sent') onDone(words)
      })
      .catch(showFailure)
  return (
    <li className={css.row} data-state={state} tabIndex={-1} data-key={`row-${place}`}>
      <span className={css.number}>{number}</span>
      <span className={css.who}>
        <span className={css.name}>@{name}</span>
        <span className={css.state} data-ready={(waits && ready) || undefined}>
          {turnText(fan)}
        </span>
      </span>
      {(acts.order || acts.readmit || acts.remove) && (
        <span className={css.acts}>
          {acts.order && (
            <>
              <IconButton
                label={t('Move @{name} up', { name })}
                data-key={`up-${place}`}
                aria-disabled={behindOf(shown, place, 'up') === undefined || undefined}
                onClick={() => move('up')}
              >
                <ChevronUp size={22} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('Move @{name} down', { name })}
                data-key={`down-${place}`}
                aria-disabled={behindOf(shown, place, 'down') === undefined || undefined}
                onClick={() => move('down')}
              >
                <ChevronDown size={22} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('Move @{name} far', { name })}
                data-key={`far-${place}`}
                onClick={() => onQuestion('move', fan)}
              >
                <ArrowUpDown size={20} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('Skip @{name}', { name })}
                onClick={() => {
                  keep(`row-${place}`)
                  void act('skip', t('@{name} was skipped.', { name }))
                }}
              >
                <SkipForward size={20} aria-hidden="true" />
              </IconButton>
            </>
          )}
          {acts.readmit && (
            <IconButton
              label={t('Let @{name} in again', { name })}
              onClick={() => {
                keep(`row-${place}`)
                void act('readmit', t('@{name} is in the line again.', { name }))
              }}
            >
              <RotateCcw size={20} aria-hidden="true" />
            </IconButton>
          )}
          {acts.remove && (
            <IconButton label={t('Remove @{name}', { name })} onClick={() => onQuestion('remove', fan)}>
              <UserMinus size={20} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      )}
    </li>
  )
}

function PauseButton({ desk, shown, sending }: { desk: LineDesk; shown: QueueShown; sending: boolean }) {
  if (!mayPause(shown) && shown.state !== 'paused') return null
  const isPaused = shown.state === 'paused'
  return (
    <Button
      busy={sending}
      icon={isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
      onClick={() => void desk.line(isPaused ? 'resume' : 'pause').catch(showFailure)}
    >
      {isPaused ? t('Go on') : t('Pause')}
    </Button>
  )
}

/** Asks before somebody is removed: their place and their turn are over, and their money goes back. */
function RemoveSheet({ desk, fan, onClose }: { desk: LineDesk; fan: InLine | null; onClose: () => void }) {
  const { sending } = useStore(desk)
  const name = fan?.name ?? ''
  const remove = () => {
    if (!fan) return
    desk
      .act('remove', fan.place)
      .then(sent => {
        if (sent === 'sent') onClose()
      })
      .catch(showFailure)
  }
  return (
    <Sheet
      open={fan !== null}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title={t('Remove @{name} from the line?', { name })}
      description={fan && removeText(fan)}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep them')}</Button>
          <Button variant="danger" busy={sending !== null} onClick={remove}>
            {t('Remove')}
          </Button>
        </>
      }
    />
  )
}

/** What happens in the line; or why what is shown of it may be old. */
function factsOf(shown: QueueShown, problem: unknown): string {
  return problem === null
    ? `${t(states[shown.state])}. ${nextText(shown)}`
    : `${errorText(problem)} ${t('What you see of the line may be old.')}`
}

/** The line on a phone beside the stage: who comes next, who is ready, and what can be done about each. */
export function LineDeskPage({ desk, slug }: { desk: LineDesk; slug: string }) {
  const { event, shown, sending, problem } = useStore(desk)
  const [question, setQuestion] = useState<DeskQuestion | null>(null)
  const [said, setSaid] = useState('')
  const { list, keep } = useKeptFocus()
  const whom = askedAbout(shown, question)
  const isMoot = question !== null && whom === null
  useEffect(() => {
    // Or the question would come once more when the fan waits again.
    if (isMoot) setQuestion(null)
  }, [isMoot])
  if (!shown && problem === null) return <Waiting>{t('Looking for the line')}</Waiting>
  if (!shown?.line && (problem !== null || shown?.you)) {
    return (
      <EmptyState
        title={<h1 className={css.title}>{t('There is no line here for you')}</h1>}
        action={<ButtonLink to={`/live-event/${slug}`}>{t('Go to the event')}</ButtonLink>}
      >
        {t('Its host sees the line here. With a place in it you find your number at the event.')}
      </EmptyState>
    )
  }
  const line = shown?.line ?? []
  return (
    <div className={css.desk}>
      <div className={css.head}>
        <div className={css.words}>
          <h1 className={css.title}>{event?.title ?? t('The line')}</h1>
          <p role="status" className={css.facts}>
            {shown && factsOf(shown, problem)}
          </p>
        </div>
        {shown && <PauseButton desk={desk} shown={shown} sending={sending === 'line'} />}
      </div>
      {shown && shown.state !== 'ended' && shown.version > 0 && (
        <DeskNote desk={desk} note={shown.note} sending={sending !== null} />
      )}
      {shown && line.length > 0 ? (
        <ol ref={list} className={css.list}>
          {line.map(fan => (
            <Row
              key={fan.place}
              {...{ desk, shown, fan, keep }}
              onQuestion={(about, each) => {
                keep(about === 'move' ? `far-${each.place}` : `row-${each.place}`)
                setQuestion({ about, place: each.place })
              }}
              onDone={setSaid}
            />
          ))}
        </ol>
      ) : (
        <p className={css.facts}>
          {t('The order stands half an hour before the start. Then everybody is here.')}
        </p>
      )}
      <p className={css.rule}>
        {t(
          'A fan whom you skip or remove gets all of their money back, or what was not used of a turn that had begun. You neither see nor hear a turn here.',
        )}
      </p>
      <p aria-live="polite" className="visually-hidden">
        {said}
      </p>
      <RemoveSheet
        desk={desk}
        fan={question?.about === 'remove' ? whom : null}
        onClose={() => setQuestion(null)}
      />
      <MoveSheet
        desk={desk}
        fan={question?.about === 'move' ? whom : null}
        onClose={() => setQuestion(null)}
        onDone={setSaid}
      />
    </div>
  )
}

import type { ProblemAnswer, ProblemKind, ShownSettledBy } from '@parley/contract'
import { PROBLEM_TEXT_MAX } from '@parley/contract/constants'
import { isSomething } from '@parley/contract/money'
import { useRef, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { priceText } from '../../../language/prices.ts'
import { settledWords } from '../../../language/settled-words.ts'
import { t } from '../../../language/text.ts'
import { ProblemPlace } from '../../../ui/alerts/problem-place.tsx'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { RadioChoice } from '../../../ui/form/radio-choice.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Reporter } from './may-report.ts'
import { nextWords } from './next-words.ts'

const KINDS: readonly ProblemKind[] = ['other_absent', 'cut_short', 'quality', 'conduct']

function kindWords(kind: ProblemKind, { otherUsername: name, isPlace }: Reporter): string {
  if (kind === 'other_absent') return t('@{name} was not there', { name })
  if (kind === 'cut_short') return isPlace ? t('It was cut short') : t('The call was cut short')
  if (kind === 'quality') return t('Sound or picture did not work')
  return t('@{name} did not behave', { name })
}

/** In a line nobody waits for the rest of a turn, so the words of a call would not be true. */
function ruleWords(rule: ShownSettledBy, { isPlace, isInfluencer, otherUsername }: Reporter): string {
  if (isPlace && rule === 'not_used') return t('What was not used of the turn goes back, second by second.')
  return settledWords(rule, { side: isInfluencer ? 'influencer' : 'buyer', other: otherUsername })
}

function answerWords({ decision }: ProblemAnswer, reporter: Reporter): string {
  if (!decision) return t('Thank you. A person looks at it and writes to you.')
  const why = decision.rule ? ruleWords(decision.rule, reporter) : ''
  const back = isSomething(decision.refunded)
    ? t('{amount} goes back.', { amount: priceText(decision.refunded) })
    : t('The money stays as it was decided.')
  return `${why} ${back}`.trim()
}

export interface SomethingWrongProps extends Reporter {
  variant?: ButtonVariant
  /** Among others, so that the button says with whom it was. */
  isListed?: boolean | undefined
  /** Whether a report is accepted now; without it there is no button. */
  isOffered: boolean
  /** Whether the reader has reported one before. */
  isAgain: boolean
  /** Whether a person decides in any case, because our record has answered before. */
  isByStaff: boolean
  /** Until when the reader may report, in words; null if it is 48 hours from the end. */
  until: string | null
  /** The answer in words. */
  onAnswer: (words: string) => void
  /** A report was accepted, or refused: the request may have changed. */
  onReported?: (() => void) | undefined
  /** What gets the focus after the sheet, if the button has disappeared. */
  focusNext: () => HTMLElement | null
}

function buttonWords({ isAgain, name }: { isAgain: boolean; name: string | null }): string {
  if (name === null) return isAgain ? t('Tell us again') : t('Something was wrong')
  return isAgain
    ? t('Tell us again about @{name}', { name })
    : t('Something was wrong with @{name}', { name })
}

/** A party reports a problem with a call or a place, and reads what happens next. */
export function SomethingWrong(props: SomethingWrongProps) {
  const {
    variant = 'secondary',
    isListed = false,
    isOffered,
    isAgain,
    isByStaff,
    until,
    onAnswer,
    onReported,
    focusNext,
    ...reporter
  } = props
  const { slug, isPlace, hasRecord, otherUsername: name } = reporter
  /** Disappears with the report, also where another one is offered after the answer. */
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ProblemKind | null>(null)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<ProblemAnswer | null>(null)
  async function send(chosen: ProblemKind) {
    setBusy(true)
    setProblem(null)
    try {
      const path = `/api/parley/${encodeURIComponent(slug)}/problem/`
      const answered = await api.post<ProblemAnswer>(path, { kind: chosen, text })
      setAnswer(answered)
      onAnswer(answerWords(answered, reporter))
    } catch (error) {
      setProblem(errorText(error))
    }
    onReported?.()
    setBusy(false)
  }
  function open(button: HTMLElement) {
    opener.current = button
    // The report before has its answer: this one is another.
    if (answer) {
      setKind(null)
      setText('')
    }
    setAnswer(null)
    setProblem(null)
    setOpen(true)
  }
  const actions = answer ? (
    <Button variant="primary" onClick={() => setOpen(false)}>
      {t('Close')}
    </Button>
  ) : (
    <>
      <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
      <Button variant="primary" busy={busy} disabled={kind === null} onClick={() => kind && void send(kind)}>
        {t('Send')}
      </Button>
    </>
  )
  return (
    <>
      {isOffered && (
        <Button variant={variant} onClick={event => open(event.currentTarget)}>
          {buttonWords({ isAgain, name: isListed ? name : null })}
        </Button>
      )}
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Something was wrong')}
        description={
          answer ? answerWords(answer, reporter) : nextWords(kind, { isPlace, hasRecord, isByStaff, until })
        }
        actions={actions}
        focusNext={() => (opener.current?.isConnected ? null : focusNext())}
      >
        {!answer && (
          <>
            <RadioChoice
              legend={t('What was wrong?')}
              options={KINDS}
              wordsOf={each => kindWords(each, reporter)}
              chosen={kind}
              onChoose={setKind}
            />
            <TextArea
              label={t('What happened (optional)')}
              rows={3}
              maxLength={PROBLEM_TEXT_MAX}
              value={text}
              onChange={event => setText(event.target.value)}
            />
            <ProblemPlace problem={problem} />
          </>
        )}
      </Sheet>
    </>
  )
}

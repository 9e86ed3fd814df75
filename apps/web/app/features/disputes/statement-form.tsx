import type { OwnDispute } from '@parley/contract'
import { DISPUTE_STATEMENT_MAX } from '@parley/contract/constants'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { plural, t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { ProblemPlace } from '../../ui/alerts/problem-place.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { goesAt, momentText, statementStanding } from './own-dispute-words.ts'
import css from './own-disputes.module.css'
import { useWriteStatement } from './use-own-disputes.ts'

/** The influencer's statement to the bank, and the form that writes or changes it until the answer is sent. */
export function StatementForm({ dispute }: { dispute: OwnDispute }) {
  const { id, statement, writes_left: writesLeft } = dispute
  /** The date of the statement that is being changed: a newer statement ends the change. */
  const [changing, setChanging] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSent = useRef(false)
  const write = useWriteStatement(id)
  const mayWrite = writesLeft > 0
  const problem = write.isError ? errorText(write.error) : null
  // The form disappears with its button: the focus of a keyboard user moves to the saved statement.
  useEffect(() => {
    if (!isSent.current || !heading.current) return
    isSent.current = false
    heading.current.focus()
  })
  function send(text: string) {
    isSent.current = true
    write.mutate(text, {
      onSuccess: () => setChanging(null),
      onError() {
        isSent.current = false
      },
    })
  }
  if (statement && !(mayWrite && changing === statement.at)) {
    return (
      <>
        <h4 tabIndex={-1} ref={heading}>
          {t('What you told the bank')}
        </h4>
        <p className={css.quote}>{statement.text}</p>
        <p role="status" className={css.muted}>
          {statementStanding(dispute)}
        </p>
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
        {mayWrite && <Button onClick={() => setChanging(statement.at)}>{t('Change what you wrote')}</Button>}
      </>
    )
  }
  // The statement was too late: the reason stays where the form was.
  if (!mayWrite) return problem !== null && <ProblemNote>{problem}</ProblemNote>
  return (
    <WritingForm
      // A refused text stays in the form.
      dispute={dispute}
      busy={write.isPending}
      problem={problem}
      onSend={send}
    />
  )
}

interface WritingFormProps {
  dispute: OwnDispute
  busy: boolean
  problem: string | null
  onSend: (text: string) => void
}

function WritingForm({ dispute, busy, problem, onSend }: WritingFormProps) {
  const [text, setText] = useState(dispute.statement?.text ?? '')
  const left = DISPUTE_STATEMENT_MAX - text.length
  const until = goesAt(dispute)
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        if (!busy) onSend(text)
      }}
    >
      <TextArea
        label={t('What the bank should know (optional)')}
        hint={plural(left, { one: '{count} character left', other: '{count} characters left' })}
        rows={6}
        maxLength={DISPUTE_STATEMENT_MAX}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <p className={css.muted}>
        {t(
          'Your words go to the bank of the buyer as you write them, with our answer. The bank may show them to the buyer: leave out addresses and telephone numbers.',
        )}
      </p>
      {until && (
        <p className={css.muted}>
          {until.getTime() > serverNowMs()
            ? t('You can change them until our answer goes out, on {at} at the latest.', {
                at: momentText(until),
              })
            : t('Our answer goes out now: what you write may come too late for it.')}{' '}
          {plural(dispute.writes_left, {
            one: 'You can write them {count} time more.',
            other: 'You can write them {count} times more.',
          })}
        </p>
      )}
      <ProblemPlace problem={problem} />
      <Button type="submit" busy={busy} disabled={text.trim() === ''}>
        {t('Add to the answer')}
      </Button>
    </form>
  )
}

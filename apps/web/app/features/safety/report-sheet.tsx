import {
  type NewReport,
  type NewReportAnswer,
  REPORT_REASONS,
  REPORT_TEXT_MAX,
  type ReportReason,
  type ReportSubject,
} from '@parley/contract'
import { useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { reasonWords } from '../../language/report-words.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { ProblemPlace } from '../../ui/alerts/problem-place.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { RadioChoice } from '../../ui/form/radio-choice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import css from './safety.module.css'

export interface ReportSheetProps {
  person: { username: string }
  about: { kind: ReportSubject; id: string }
  /** Whether the report also ends the call. */
  ends: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Missing where a block is not possible from here. */
  onBlock?: () => void
  /** Called when the report is sent and its sheet closes. */
  onDone: () => void
}

function WhatIsNext({ name, moneyWaits }: { name: string; moneyWaits: boolean }) {
  return (
    <ul className={css.next}>
      <li>
        {t('A person looks at your report, the oldest first. @{name} is not told who made it.', { name })}
      </li>
      {moneyWaits && <li>{t('What was paid for this call waits until that is decided.')}</li>}
      <li>{t('We send you a mail when it is decided.')}</li>
      <li>{t('If you are in danger, call the police now.')}</li>
    </ul>
  )
}

/** Reports a person to the desk, and says what happens next. */
export function ReportSheet({ person, about, ends, open, onOpenChange, onBlock, onDone }: ReportSheetProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<'asked' | 'busy' | 'sent'>('asked')
  const [moneyWaits, setMoneyWaits] = useState(false)
  // The same for each try of one text: after a lost answer the server makes no second report.
  const uuid = useRef(newUuid())
  const name = person.username
  async function send(chosen: ReportReason) {
    setState('busy')
    setProblem(null)
    try {
      const report: NewReport = { about, reason: chosen, text, end: ends, uuid: uuid.current }
      const made = await api.post<NewReportAnswer>('/api/reports/', report)
      setMoneyWaits(made.money_waits)
      setState('sent')
    } catch (error) {
      setProblem(errorText(error))
      setState('asked')
    }
  }
  const isSent = state === 'sent'
  return (
    <Sheet
      open={open}
      onOpenChange={isOpen => {
        onOpenChange(isOpen)
        if (!isOpen && isSent) onDone()
      }}
      title={isSent ? t('Thank you. Your report is with us') : t('Report @{name}', { name })}
      description={
        isSent ? t('This is what happens next.') : t('@{name} is not told who reported them.', { name })
      }
      actions={
        isSent ? (
          <>
            {onBlock && <Button onClick={onBlock}>{t('Block @{name}', { name })}</Button>}
            <Button
              variant="primary"
              onClick={() => {
                onOpenChange(false)
                onDone()
              }}
            >
              {t('Done')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
            <Button
              variant="danger"
              busy={state === 'busy'}
              disabled={reason === null}
              onClick={() => reason && void send(reason)}
            >
              {ends ? t('End call and report') : t('Send report')}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        <WhatIsNext name={name} moneyWaits={moneyWaits} />
      ) : (
        <>
          <RadioChoice
            legend={t('What is wrong?')}
            options={REPORT_REASONS}
            wordsOf={reasonWords}
            chosen={reason}
            onChoose={chosen => {
              uuid.current = newUuid()
              setReason(chosen)
            }}
          />
          <TextArea
            label={t('What happened? (optional)')}
            value={text}
            maxLength={REPORT_TEXT_MAX}
            rows={3}
            onChange={event => {
              uuid.current = newUuid()
              setText(event.target.value)
            }}
          />
          <ProblemPlace problem={problem} />
        </>
      )}
    </Sheet>
  )
}

import type { OwnOpinion } from '@parley/contract'
import {
  CALL_TROUBLES,
  type CallFigures,
  type CallTrouble,
  type NewOpinion,
} from '@parley/contract/in-call/call-opinion'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { ProblemNote } from '../../../ui/alerts/problem-note.tsx'
import { Button } from '../../../ui/button.tsx'
import css from './how-was-it.module.css'

function troubleWords(trouble: CallTrouble): string {
  switch (trouble) {
    case 'picture':
      return t('The picture')
    case 'sound':
      return t('The sound')
    case 'connection':
      return t('The connection')
    case 'person':
      return t('The person')
  }
}

/** 'hidden': what this person said before could not be read, so nobody is asked, or it need not be shown again. */
type Step = 'unknown' | 'asked' | 'what' | 'thanked' | 'hidden'

interface HowWasItProps {
  /** The slug of a call, or the id of the place whose turn it was. */
  id: string
  figures: CallFigures | null
  /** Whom this person met, where the page does not say it. */
  name?: string
  /** In a list: a question that was answered before is left out. */
  hidesAnswered?: boolean
}

/** What the call was like: one tap, or two where it was not good. Nobody but the people who run this reads it. */
export function HowWasIt({ id, figures, name, hidesAnswered = false }: HowWasItProps) {
  const path = `/api/parley/${encodeURIComponent(id)}/session/opinion/`
  const question = name === undefined ? t('How was the call?') : t('How was the call with @{name}?', { name })
  const [step, setStep] = useState<Step>('unknown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    api
      .get<OwnOpinion>(path)
      .then(
        said => isCurrent && setStep(said.opinion === null ? 'asked' : hidesAnswered ? 'hidden' : 'thanked'),
      )
      .catch(() => isCurrent && setStep('hidden'))
    return () => {
      isCurrent = false
    }
  }, [path, hidesAnswered])
  async function send(said: Pick<NewOpinion, 'opinion' | 'trouble'>) {
    setBusy(true)
    setProblem(null)
    try {
      await api.post(path, { ...said, ...(figures ? { figures } : {}) })
      setStep('thanked')
    } catch (error) {
      // Said in another tab.
      if (error instanceof ApiError && error.status === 409) setStep('thanked')
      else setProblem(errorText(error))
    }
    setBusy(false)
  }
  // On a page of its own the place stays, so that nothing after it moves.
  if (step === 'hidden') return hidesAnswered ? null : <div className={css.how} />
  return (
    <section className={css.how} aria-label={question}>
      {step === 'thanked' && (
        <p role="status" className={css.thanks}>
          {t('Thank you for telling us.')}
        </p>
      )}
      {step === 'asked' && (
        <>
          <h2 className={css.question}>{question}</h2>
          <div className={css.answers}>
            <Button
              busy={busy}
              icon={<ThumbsUp size={18} aria-hidden="true" />}
              onClick={() => void send({ opinion: 'good' })}
            >
              {t('Good')}
            </Button>
            <Button icon={<ThumbsDown size={18} aria-hidden="true" />} onClick={() => setStep('what')}>
              {t('Not good')}
            </Button>
          </div>
        </>
      )}
      {step === 'what' && (
        <>
          <h2 className={css.question}>{t('What was not good?')}</h2>
          <div className={css.answers}>
            {CALL_TROUBLES.map(trouble => (
              <Button key={trouble} busy={busy} onClick={() => void send({ opinion: 'not_good', trouble })}>
                {troubleWords(trouble)}
              </Button>
            ))}
          </div>
        </>
      )}
      {problem !== null && <ProblemNote>{problem}</ProblemNote>}
    </section>
  )
}

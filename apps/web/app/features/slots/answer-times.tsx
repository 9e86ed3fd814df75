import { formatAmount, penceOf, type SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { ProblemPlace } from '../../ui/alerts/problem-place.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioOption } from '../../ui/form/radio-option.tsx'
import css from './proposal.module.css'
import { useZonedSlotText } from './zoned-slot-text.ts'

interface AnswerTimesProps {
  request: SessionRequest
  answered: (request: SessionRequest) => void
}

/** The price without what went back before. */
const restOf = ({ amount, payment }: SessionRequest): string =>
  formatAmount(penceOf(amount ?? '0.00') - penceOf(payment.refunded_amount ?? '0.00'))

/** The times that the influencer suggests, which the buyer answers; renders nothing when there are none. */
export function AnswerTimes({ request, answered }: AnswerTimesProps) {
  const id = useId()
  const zonedSlotText = useZonedSlotText()
  const [choice, setChoice] = useState<string | null>(null)
  const { slot } = request
  const answer = useMutation({
    mutationFn: (chosen: string) =>
      api.post<SessionRequest>(`/api/parley/${request.slug}/session/proposal/answer/`, { choice: chosen }),
    onSuccess: answered,
  })
  if (!slot?.proposal) return null
  const { slots, message, answer_by } = slot.proposal
  // What went back before does not come back once more; while other times are suggested, all of the rest does.
  const back = request.money_back?.now?.amount ?? restOf(request)
  const choices = [
    ...slots.map(({ start }) => ({ value: start, words: zonedSlotText(start) })),
    { value: 'keep', words: t('Keep {time}', { time: zonedSlotText(slot.start) }) },
    {
      value: 'refund',
      words: t('None of them: {amount} back, and no call', { amount: priceText(back) }),
    },
  ]
  return (
    <section className={css.proposal} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {t('@{name} suggests another time', { name: request.influencer?.user.username ?? '' })}
      </h2>
      {message && <blockquote className={css.message}>{message}</blockquote>}
      <fieldset className={css.choices}>
        <legend className="visually-hidden">{t('Your answer')}</legend>
        {choices.map(({ value, words }) => (
          <RadioOption
            key={value}
            name={id}
            isChosen={choice === value}
            onChoose={() => {
              setChoice(value)
              answer.reset()
            }}
          >
            {words}
          </RadioOption>
        ))}
      </fieldset>
      <p className={css.small}>
        {t('Without an answer by {time} the time you have stands. Nothing is paid again.', {
          time: zonedSlotText(answer_by),
        })}
      </p>
      <ProblemPlace problem={answer.isError ? errorText(answer.error) : null} />
      <Button
        variant="primary"
        wide
        disabled={choice === null}
        busy={answer.isPending}
        onClick={() => choice !== null && answer.mutate(choice)}
      >
        {t('Answer')}
      </Button>
    </section>
  )
}

import type { Influencer, SessionRequest } from '@parley/contract'
import { PROPOSAL_MESSAGE_MAX, PROPOSED_SLOTS_MAX } from '@parley/contract/constants'
import { HOUR_MS } from '@parley/contract/time-units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { ProblemPlace } from '../../ui/alerts/problem-place.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import css from './proposal.module.css'
import { SlotPicker } from './slot-picker.tsx'
import { useZonedSlotText } from './zoned-slot-text.ts'

interface SuggestTimesProps {
  request: SessionRequest
  influencer: Influencer
  suggested: (request: SessionRequest) => void
}

/** Whether the influencer may still suggest other times for a call. */
export const mayStillSuggest = (
  { state, slot, payment, used_duration }: SessionRequest,
  { booking_mode }: Influencer,
) =>
  booking_mode !== 'off' &&
  slot !== null &&
  (state === 'offered' || state === 'accepted') &&
  payment.stripe_intent_confirmed &&
  used_duration === 0 &&
  Date.parse(slot.start) - HOUR_MS > serverNowMs()

/** Lets an influencer suggest up to three other times to the buyer, and shows the suggested ones. */
export function SuggestTimes({ request, influencer, suggested }: SuggestTimesProps) {
  const client = useQueryClient()
  const zonedSlotText = useZonedSlotText()
  const [isOpen, setOpen] = useState(false)
  const [slots, setSlots] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const { slot } = request
  const suggest = useMutation({
    mutationFn: () =>
      api.post<SessionRequest>(`/api/parley/${request.slug}/session/proposal/`, { slots, message }),
    onSuccess: answer => {
      setOpen(false)
      setSlots([])
      setMessage('')
      suggested(answer)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['slots', influencer.user.username] }),
  })
  if (!slot) return null
  if (slot.proposal) {
    return (
      <p className={css.small}>
        {t('You suggested {times}. @{buyer} answers until {time}; without an answer the old time stands.', {
          times: slot.proposal.slots.map(({ start }) => zonedSlotText(start)).join(', '),
          buyer: request.user.username,
          time: zonedSlotText(slot.proposal.answer_by),
        })}
      </p>
    )
  }
  const open = () => {
    suggest.reset()
    setOpen(true)
  }
  const add = (start: string | null) => {
    suggest.reset()
    if (start !== null)
      setSlots(before => [...new Set([...before, start])].sort().slice(0, PROPOSED_SLOTS_MAX))
  }
  return (
    <>
      <Button variant="quiet" icon={<CalendarClock size={18} aria-hidden="true" />} onClick={open}>
        {t('Suggest other times')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Suggest other times')}
        description={t(
          'Now it is on {time}. @{buyer} takes one of yours, keeps that, or gets all the money back.',
          {
            time: zonedSlotText(slot.start),
            buyer: request.user.username,
          },
        )}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              disabled={slots.length === 0}
              busy={suggest.isPending}
              onClick={() => suggest.mutate()}
            >
              {t('Suggest')}
            </Button>
          </>
        }
      >
        <ul className={css.picked} aria-label={t('Your suggestions')}>
          {slots.map(start => (
            <li key={start} className={css.one}>
              <strong>{zonedSlotText(start)}</strong>
              <IconButton
                label={t('Leave out {time}', { time: zonedSlotText(start) })}
                onClick={() => setSlots(before => before.filter(each => each !== start))}
              >
                <X size={20} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {slots.length < PROPOSED_SLOTS_MAX && (
          <SlotPicker
            influencer={{ ...influencer, booking_mode: 'only' }}
            chosen={null}
            onChoose={add}
            leftOut={slots}
            sold={{ id: request.id, as: 'suggesting' }}
          />
        )}
        <TextArea
          label={t('Your words to them (optional)')}
          rows={2}
          maxLength={PROPOSAL_MESSAGE_MAX}
          value={message}
          onChange={event => setMessage(event.target.value)}
        />
        <ProblemPlace problem={suggest.isError ? errorText(suggest.error) : null} />
      </Sheet>
    </>
  )
}

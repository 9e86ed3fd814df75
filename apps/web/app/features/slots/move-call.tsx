import type { SessionRequest, Slot } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { plural, t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { ProblemPlace } from '../../ui/alerts/problem-place.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import css from './move-call.module.css'
import { nearestIn } from './nearest.ts'
import { NearestTimes } from './nearest-times.tsx'
import { type Bookable, SlotPicker } from './slot-picker.tsx'
import { useZonedSlotText } from './zoned-slot-text.ts'

interface MoveCallProps {
  request: SessionRequest
  influencer: Bookable
  /** Whether to show the time: a card shows it already. */
  shows: 'time' | 'nothing'
  moved: (request: SessionRequest) => void
}

/** The time of a booked call, and for its buyer the way to change it: the cost, and until when. */
export function MoveCall({ request, influencer, shows, moved }: MoveCallProps) {
  const client = useQueryClient()
  const zonedSlotText = useZonedSlotText()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [nearest, setNearest] = useState<readonly Slot[] | null>(null)
  const { slot, payment } = request
  const move = useMutation({
    mutationFn: (start: string) =>
      api.post<SessionRequest>(`/api/parley/${request.slug}/session/move/`, {
        slot: start,
        sequence: slot?.sequence,
      }),
    onSuccess: answer => {
      setOpen(false)
      moved(answer)
    },
    onError: error => {
      const near = nearestIn(error)
      setNearest(near)
      if (near !== null) setChosen(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['slots', influencer.user.username] }),
  })
  if (!slot) return null
  const isAtBank = payment.status === 'disputed' || payment.status === 'charged_back'
  const isInTime = slot.moves_left > 0 && Date.parse(slot.move_until) > serverNowMs()
  const isMovable = isInTime && !isAtBank && influencer.booking_mode !== 'off'
  if (shows === 'nothing' && !isMovable && !isOpen) return null
  const open = () => {
    setChosen(null)
    setNearest(null)
    move.reset()
    setOpen(true)
  }
  return (
    <div className={css.move}>
      {shows === 'time' && <p className={css.when}>{zonedSlotText(slot.start)}</p>}
      {isMovable && (
        <div className={css.offer}>
          <Button icon={<CalendarClock size={18} aria-hidden="true" />} onClick={open}>
            {t('Move')}
          </Button>
          <p className={css.cost}>
            {t('Moving costs nothing, until {time}.', { time: zonedSlotText(slot.move_until) })}{' '}
            {plural(slot.moves_left, {
              one: 'You can move it once.',
              other: 'You can move it {count} times.',
            })}
          </p>
        </div>
      )}
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Move your call')}
        description={t('Now it is on {time}. Moving costs nothing; price and length stay what they are.', {
          time: zonedSlotText(slot.start),
        })}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('Keep it')}</Button>
            <Button
              variant="primary"
              disabled={chosen === null}
              busy={move.isPending}
              onClick={() => chosen !== null && move.mutate(chosen)}
            >
              {t('Move')}
            </Button>
          </>
        }
      >
        <SlotPicker
          influencer={{ ...influencer, booking_mode: 'only' }}
          chosen={chosen}
          onChoose={setChosen}
          sold={{ id: request.id, as: 'moving' }}
        />
        <ProblemPlace
          problem={move.isError && nearestIn(move.error) === null ? errorText(move.error) : null}
        />
        {nearest !== null && <NearestTimes slots={nearest} chosen={chosen} onChoose={setChosen} />}
      </Sheet>
    </div>
  )
}

import type { OpenGift, SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { giftPath } from './gift-path.ts'
import css from './give-call.module.css'
import { GiveSheet, type OpenLink } from './give-sheet.tsx'

interface GiveCallProps {
  request: SessionRequest
  changed: (request: SessionRequest) => void
}

/** Whether another person may still attend in the buyer's place; the server decides again. */
export function mayGive(request: SessionRequest): boolean {
  const isOpen = request.state === 'offered' || request.state === 'accepted'
  const isCall = request.request_type !== 'broadcast'
  return isCall && isOpen && request.payment.stripe_intent_confirmed && request.used_duration === 0
}

function useWithdrawGift({ request, changed }: GiveCallProps, done: () => void) {
  return useMutation({
    mutationFn: () => api.delete<SessionRequest>(giftPath(request.slug)),
    onSuccess: answer => {
      done()
      changed(answer)
    },
    onError: error => alerts.error(errorText(error)),
  })
}

function Attended({ request, changed }: GiveCallProps) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const back = useWithdrawGift({ request, changed }, () => setSheetOpen(false))
  const attendee = request.attendee?.username ?? ''
  return (
    <div className={css.attended}>
      <p>
        <Gift size={18} aria-hidden="true" /> {t('@{attendee} attends in your place.', { attendee })}
      </p>
      {mayGive(request) && (
        <Button variant="quiet" atEdge onClick={() => setSheetOpen(true)}>
          {t('Take it back')}
        </Button>
      )}
      <Sheet
        open={isSheetOpen}
        onOpenChange={setSheetOpen}
        title={t('Attend yourself again?')}
        description={t('@{attendee} is told that they are not invited any more, and you can join the call.', {
          attendee,
        })}
        actions={
          <>
            <Button onClick={() => setSheetOpen(false)}>{t('Keep it')}</Button>
            <Button variant="danger" busy={back.isPending} onClick={() => back.mutate()}>
              {t('Take it back')}
            </Button>
          </>
        }
      />
    </div>
  )
}

/** The link that is open now, and the request: somebody may have accepted since this page was loaded. */
async function lookUp(slug: string) {
  const path = `/api/parley/${encodeURIComponent(slug)}/session/`
  const [{ open }, current] = await Promise.all([
    api.get<OpenGift>(giftPath(slug)),
    api.get<SessionRequest>(path),
  ])
  return { open, current }
}

/** Lets the buyer give a paid call to a friend, and take it back until it begins. */
export function GiveCall({ request, changed }: GiveCallProps) {
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)
  const [standing, setStanding] = useState<OpenLink>(null)
  /** What the buyer wrote, until a link has it: also after the sheet was closed. */
  const [typed, setTyped] = useState<{ id: string; words: string } | null>(null)
  const look = useMutation({
    mutationFn: () => lookUp(request.slug),
    onSuccess: found => {
      if (found.current.attendee) return changed(found.current)
      setStanding(found.open)
      setOpened(opened + 1)
      setOpen(true)
    },
    onError: error => alerts.error(errorText(error)),
  })
  const end = useMutation({
    mutationFn: async () => {
      const found = await lookUp(request.slug)
      // The press was about a link: the person who accepted it since then is not put out by it.
      if (found.current.attendee) return found.current
      return api.delete<SessionRequest>(giftPath(request.slug))
    },
    onSuccess: answer => {
      setOpen(false)
      if (!answer.attendee) alerts.message(t('The link has ended. Nobody can accept it any more.'))
      changed(answer)
    },
    onError: error => alerts.error(errorText(error)),
  })
  if (request.attendee) return <Attended request={request} changed={changed} />
  if (!mayGive(request)) return null
  return (
    <>
      <Button
        variant="quiet"
        icon={<Gift size={18} aria-hidden="true" />}
        busy={look.isPending}
        onClick={() => look.mutate()}
      >
        {t('Let somebody else attend')}
      </Button>
      <GiveSheet
        key={opened}
        request={request}
        open={open}
        close={() => setOpen(false)}
        standing={standing}
        message={typed?.id === request.id ? typed.words : (standing?.message ?? '')}
        onMessage={words => setTyped({ id: request.id, words })}
        made={() => setTyped(null)}
        ending={{ run: () => end.mutate(), isPending: end.isPending }}
      />
    </>
  )
}

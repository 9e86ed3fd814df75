import type { SessionRequest } from '@parley/contract'
import { GIFT_MESSAGE_MAX } from '@parley/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { ShareLink } from '../link/share-link.tsx'
import css from './give-call.module.css'

interface GiveCallProps {
  request: SessionRequest
  changed: (request: SessionRequest) => void
}

const giftPath = (slug: string) => `/api/parley/${encodeURIComponent(slug)}/session/gift/`

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

function LinkReady({ url, request }: { url: URL; request: SessionRequest }) {
  return (
    <div className={css.ready}>
      <p className={css.path}>{url.href}</p>
      <div className={css.ways}>
        <ShareLink path={url.pathname + url.search} title={request.description} />
      </div>
      <p className={css.small}>
        {t('It works once: the first person to accept attends. A new link stops this one.')}
      </p>
    </div>
  )
}

function GiveSheet({ request, open, close }: { request: SessionRequest; open: boolean; close: () => void }) {
  const [message, setMessage] = useState('')
  const link = useMutation({
    mutationFn: () => api.post<{ url: string }>(giftPath(request.slug), message.trim() ? { message } : {}),
    onError: error => alerts.error(errorText(error)),
  })
  const url = link.data ? new URL(link.data.url) : null
  return (
    <Sheet
      open={open}
      onOpenChange={next => {
        if (!next) close()
      }}
      title={url ? t('Your invitation is ready') : t('Let somebody else attend')}
      description={
        url
          ? t('Send this link to the person who will attend.')
          : t(
              'You stay the one who paid: cancelling and money back are yours. They see neither the price nor the receipt.',
            )
      }
      actions={
        url ? (
          <Button variant="primary" onClick={close}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button variant="primary" busy={link.isPending} onClick={() => link.mutate()}>
              {t('Make the link')}
            </Button>
          </>
        )
      }
    >
      {url ? (
        <LinkReady url={url} request={request} />
      ) : (
        <TextArea
          label={t('A few words for them')}
          hint={t('Only the person who opens the link reads this. You may leave it empty.')}
          maxLength={GIFT_MESSAGE_MAX}
          value={message}
          onChange={event => setMessage(event.target.value)}
        />
      )}
    </Sheet>
  )
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

/** Lets the buyer give a paid call to a friend, and take it back until it begins. */
export function GiveCall({ request, changed }: GiveCallProps) {
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)
  if (request.attendee) return <Attended request={request} changed={changed} />
  if (!mayGive(request)) return null
  return (
    <>
      <Button
        variant="quiet"
        icon={<Gift size={18} aria-hidden="true" />}
        onClick={() => {
          setOpened(opened + 1)
          setOpen(true)
        }}
      >
        {t('Let somebody else attend')}
      </Button>
      <GiveSheet key={opened} request={request} open={open} close={() => setOpen(false)} />
    </>
  )
}

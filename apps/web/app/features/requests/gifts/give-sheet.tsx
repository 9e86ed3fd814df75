import type { OpenGift, SessionRequest } from '@parley/contract'
import { GIFT_MESSAGE_MAX } from '@parley/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { dateText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { ShareLink } from '../link/share-link.tsx'
import { giftPath } from './gift-path.ts'
import css from './give-call.module.css'

/** The link that was made before and that nobody has accepted; null: there is none. */
export type OpenLink = OpenGift['open']

function LinkReady({ url, request }: { url: URL; request: SessionRequest }) {
  return (
    <div className={css.ready}>
      <p className={css.path}>{url.href}</p>
      <div className={css.ways}>
        <ShareLink path={url.pathname + url.search} title={request.description} />
      </div>
      <p className={css.small}>
        {t(
          'It works once: the first person to accept attends. It is shown only now, and a new link stops this one.',
        )}
      </p>
    </div>
  )
}

interface EndLinkProps {
  link: NonNullable<OpenLink>
  ending: { run: () => void; isPending: boolean }
}

/** What became of the link that the buyer made before, and the way to end it. */
function EndLink({ link, ending }: EndLinkProps) {
  const when = dateText(new Date(link.created_at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={css.attended}>
      <p>
        {t(
          'Your link of {when} still works: the first person to accept attends. It cannot be shown again, but a new link replaces it.',
          {
            when,
          },
        )}
      </p>
      <Button variant="quiet" atEdge busy={ending.isPending} onClick={ending.run}>
        {t('End this link')}
      </Button>
    </div>
  )
}

interface GiveSheetProps {
  request: SessionRequest
  open: boolean
  close: () => void
  standing: OpenLink
  message: string
  onMessage: (message: string) => void
  made: () => void
  ending: EndLinkProps['ending']
}

/** Makes the link by which another person attends, and shows it once. */
export function GiveSheet(props: GiveSheetProps) {
  const { request, open, close, standing, message, onMessage, made, ending } = props
  const link = useMutation({
    mutationFn: () => api.post<{ url: string }>(giftPath(request.slug), message.trim() ? { message } : {}),
    onSuccess: made,
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
              {standing ? t('Make a new link') : t('Make the link')}
            </Button>
          </>
        )
      }
    >
      {url ? (
        <LinkReady url={url} request={request} />
      ) : (
        <>
          {standing && <EndLink link={standing} ending={ending} />}
          <TextArea
            label={t('A few words for them')}
            hint={t('Only the person who opens the link reads this. You may leave it empty.')}
            maxLength={GIFT_MESSAGE_MAX}
            value={message}
            onChange={event => onMessage(event.target.value)}
          />
        </>
      )}
    </Sheet>
  )
}

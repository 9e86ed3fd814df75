import { messages } from '@parley/contract/messages'
import { ListOrdered, Pencil, Radio } from 'lucide-react'
import { EndEvent } from '../../features/call/broadcast/stream-end.tsx'
import { CancelEvent } from '../../features/live-events/cancel-event.tsx'
import { CrewButton } from '../../features/live-events/crew/crew-sheet.tsx'
import { EventView } from '../../features/live-events/event-view.tsx'
import { NoPlace } from '../../features/live-events/place-line.tsx'
import type { FreshEvent } from '../../features/live-events/use-fresh-event.ts'
import { CopyLink } from '../../features/requests/link/copy-link.tsx'
import { t } from '../../language/text.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { SavedNote } from '../../ui/alerts/saved-note.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share/share-button.tsx'
import { useJustSaved } from '../account/use-just-saved.ts'

/** An event as its owner sees it: the page of visitors, with actions to broadcast, edit, cancel and end it. */
export default function LiveEventOwner({ event, news, put }: Omit<FreshEvent, 'reload'>) {
  const { slug, state } = event
  const isSaved = useJustSaved()
  const isOver = state === 'ended' || state === 'cancelled'
  const panel = isOver ? (
    <NoPlace event={event} viewer="owner" />
  ) : (
    <>
      <SavedNote said={isSaved ? t(messages.profileSaved) : null} place="afterwards" />
      <ActionBar>
        <ButtonLink
          to={`/stream/${event.influencer.user.username}/${slug}`}
          variant="primary"
          wide
          icon={<Radio size={18} aria-hidden="true" />}
        >
          {t('Start Event')}
        </ButtonLink>
      </ActionBar>
      {event.format === 'queue' && (
        <>
          <ButtonLink to={`/queue/${slug}`} icon={<ListOrdered size={18} aria-hidden="true" />}>
            {t('See the line')}
          </ButtonLink>
          <CrewButton
            slug={slug}
            field="ushers"
            more={<CopyLink path={`/queue/${slug}`} words={t('Copy the link for ushers')} />}
          />
        </>
      )}
      {event.format === 'broadcast' && <CrewButton slug={slug} field="moderators" />}
      <CopyLink path={`/live-event/${slug}`} />
      <ShareButton path={`/live-event/${slug}`} title={event.title} event={event} />
      {state === 'scheduled' && (
        <>
          <ButtonLink to={`/edit-event/${slug}`} icon={<Pencil size={18} aria-hidden="true" />}>
            {t('Edit')}
          </ButtonLink>
          <CancelEvent event={event} cancelled={put} />
        </>
      )}
      {state === 'live' && event.format === 'broadcast' && (
        <EndEvent
          event={{ slug, amount: event.amount, totalSeconds: event.duration }}
          leftSeconds={null}
          ended={put}
        />
      )}
    </>
  )
  return <EventView event={event} panel={panel} viewer="owner" news={news} />
}

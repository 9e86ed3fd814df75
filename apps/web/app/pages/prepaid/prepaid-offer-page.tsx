import type { SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { Video } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { loginPath } from '../../api/use-secure.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { createAcceptOffer } from '../../features/requests/booking/accept-offer.ts'
import { type OfferView, offerView } from '../../features/requests/booking/offer-view.ts'
import { GiveCall } from '../../features/requests/gifts/give-call.tsx'
import { CopyLink } from '../../features/requests/link/copy-link.tsx'
import { requestLink, type Viewer } from '../../features/requests/link/link-text.ts'
import { ShareLink } from '../../features/requests/link/share-link.tsx'
import { PrepaidOffer } from '../../features/requests/prepaid/prepaid-offer.tsx'
import { usePrepaidOffer } from '../../features/requests/prepaid/use-prepaid.ts'
import { t } from '../../language/text.ts'
import { useIfHere } from '../../store/use-if-here.ts'
import { useStore } from '../../store/use-store.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { PersonShield } from '../safety/person-shield.tsx'
import css from './prepaid.module.css'

interface AcceptProps {
  request: SessionRequest
  isMember: boolean
  accepted: (request: SessionRequest) => void
}

function Accept({ request, isMember, accepted }: AcceptProps) {
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const { pathname, search } = useLocation()
  const [offer] = useState(() =>
    createAcceptOffer({
      api,
      ownUserId: () => auth.getSnapshot().data?.user_id ?? null,
      accepted,
      goToLogin: () => ifHere(() => void navigate(loginPath(pathname + search))),
      goToList: () => ifHere(() => void navigate('/prepaid')),
      alerts,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  const { phase } = useStore(offer)
  return (
    <ActionBar>
      <Button variant="primary" wide busy={phase !== 'ready'} onClick={() => void offer.accept(request)}>
        {isMember ? t('Accept Offer') : t('Login to Accept Offer')}
      </Button>
    </ActionBar>
  )
}

function WayIn({ path }: { path: string }) {
  return (
    <>
      <ActionBar>
        <ButtonLink to={path} variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Session')}
        </ButtonLink>
      </ActionBar>
      <CopyLink path={path} />
      <ButtonLink to="/prepaid" variant="quiet">
        {t('All your prepaid links')}
      </ButtonLink>
    </>
  )
}

function Actions({ view, ...props }: AcceptProps & { view: Exclude<OfferView, 'none'> }) {
  const { request } = props
  switch (view) {
    case 'to-accept':
      return <Accept {...props} />
    case 'to-pay':
      return (
        <ButtonLink to="/prepaid" variant="primary" wide>
          {t('Go and pay')}
        </ButtonLink>
      )
    case 'to-share':
      return <ShareLink path={`/prepaid/${request.slug}`} title={request.description} />
    case 'given':
      return <GiveCall request={request} changed={props.accepted} />
    case 'call-as-attendee':
      return request.influencer ? <WayIn path={`/chat/${request.slug}`} /> : null
    case 'call-as-requester':
      return <WayIn path={`/chat/${request.slug}`} />
    case 'call-as-performer':
      return <WayIn path={`/paidchat/${request.slug}`} />
    case 'over':
      return null
  }
}

/** Replaces the link of the call for a visitor, and for a member who may accept. */
function NoLinkYet({ request, viewer }: { request: SessionRequest; viewer: Viewer }) {
  const link = requestLink(request, viewer)
  if ('path' in link) return null
  return viewer === null ? (
    <Link to={loginPath(`/prepaid/${request.slug}`)}>{link.text}</Link>
  ) : (
    <p className={css.what}>{link.text}</p>
  )
}

function Offer({ slug }: { slug: string }) {
  const { ready, data, user } = useAuth()
  const userId = data?.user_id ?? null
  const offer = usePrepaidOffer(slug, { known: ready, userId })
  if (offer.isPending) return <Waiting>{t('Looking for this offer')}</Waiting>
  if (offer.isError && !offer.data) {
    return <LoadFailed problem={errorText(offer.error)} retry={() => void offer.refetch()} />
  }
  const request = offer.data ?? null
  const view = offerView(request, userId)
  if (request === null || view === 'none') {
    return (
      <EmptyState
        title={<h1>{t(messages.noPaidSession)}</h1>}
        action={
          <ButtonLink variant="primary" to="/">
            {t(messages.backHome)}
          </ButtonLink>
        }
      >
        {t('The link may be incomplete, or somebody else has accepted it already.')}
      </EmptyState>
    )
  }
  return (
    <PrepaidOffer request={request} view={view}>
      {view === 'to-accept' && <LinkRescue before="accepting" />}
      {ready && data === null && <NoLinkYet request={request} viewer={null} />}
      {user && view === 'to-accept' && <NoLinkYet request={request} viewer={user} />}
      <Actions view={view} request={request} isMember={data !== null} accepted={offer.put} />
      <PersonShield
        person={request.user}
        about={
          view === 'call-as-performer'
            ? { kind: 'request', id: request.slug }
            : { kind: 'user', id: request.user.id }
        }
      />
    </PrepaidOffer>
  )
}

/** The page of a prepaid link: everybody may see it until a person has accepted it. */
export function PrepaidOfferPage({ slug }: { slug: string }) {
  return (
    <PageBody width="narrow">
      <Queries>
        <Offer key={slug} slug={slug} />
      </Queries>
    </PageBody>
  )
}

import type { GiftView, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Video } from 'lucide-react'
import { useLocation } from 'react-router'
import { api } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { loginPath } from '../../api/use-secure.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { GiftOffer } from '../../features/requests/gifts/gift-offer.tsx'
import { CopyLink } from '../../features/requests/link/copy-link.tsx'
import { CallCalendar } from '../../features/requests/list/call-calendar.tsx'
import { t } from '../../language/text.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

/** The ticket for the call, for the person who accepted it. */
function EnterCallLink({ slug, influencer }: { slug: string; influencer: string }) {
  const path = `/chat/${slug}`
  const request = useQuery({
    queryKey: ['gifted-request', slug],
    queryFn: ({ signal }) => api.get<SessionRequest>(`/api/parley/${slug}/session/`, { signal }),
  })
  return (
    <>
      <ActionBar>
        <ButtonLink to={path} variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Session')}
        </ButtonLink>
      </ActionBar>
      {request.data && <CallCalendar request={request.data} path={path} other={influencer} />}
      <CopyLink path={path} />
    </>
  )
}

function Accept({ accept, busy }: { accept: () => void; busy: boolean }) {
  const { ready, data } = useAuth()
  const { pathname, search } = useLocation()
  const here = pathname + search
  if (ready && data === null) {
    return (
      <>
        <ActionBar>
          <ButtonLink to={`/signup/regular?next=${encodeURIComponent(here)}`} variant="primary" wide>
            {t('Sign up to accept')}
          </ButtonLink>
        </ActionBar>
        <ButtonLink to={loginPath(here)} wide>
          {t('Log in to accept')}
        </ButtonLink>
      </>
    )
  }
  return (
    <ActionBar>
      <Button variant="primary" wide busy={busy || !ready} onClick={accept}>
        {t('Accept the invitation')}
      </Button>
    </ActionBar>
  )
}

function Gift({ token }: { token: string }) {
  const { ready, data } = useAuth()
  const client = useQueryClient()
  const key = ['gift', token, data?.user_id ?? null]
  const read = () => api.post<GiftView>('/api/parley/gift/look/', { token })
  const gift = useQuery({ queryKey: key, enabled: ready, queryFn: read })
  const accept = useMutation({
    mutationFn: async () => {
      try {
        await api.post<SessionRequest>('/api/parley/gift/accept/', { token })
      } catch (error) {
        // Pressed twice, or the first answer was lost: the invitation says whose it is.
        const isTaken = error instanceof ApiError && error.status === 409
        if (!isTaken || (await read()).state !== 'yours') throw error
      }
    },
    onError: error => alerts.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  if (gift.isPending) return <Waiting>{t('Looking for this invitation')}</Waiting>
  if (isMissing(gift.error)) return <NoGift />
  if (gift.isLoadingError) {
    return <LoadFailed problem={errorText(gift.error)} retry={() => void gift.refetch()} />
  }
  const { state, slug, from, influencer } = gift.data
  const isOwn = from.id === data?.user_id
  return (
    <GiftOffer gift={gift.data}>
      {state === 'open' && isOwn && (
        <p>{t('This is your own invitation: send its link to the person who will attend.')}</p>
      )}
      {state === 'open' && !isOwn && (
        <>
          <LinkRescue before="accepting" />
          <Accept accept={() => accept.mutate()} busy={accept.isPending} />
        </>
      )}
      {state === 'yours' && slug !== null && (
        <EnterCallLink slug={slug} influencer={influencer?.username ?? ''} />
      )}
    </GiftOffer>
  )
}

function NoGift() {
  return (
    <EmptyState
      title={<h1>{t('No invitation here')}</h1>}
      action={
        <ButtonLink variant="primary" to="/">
          {t(messages.backHome)}
        </ButtonLink>
      }
    >
      {t('The link may be incomplete: open it again as it was sent to you.')}
    </EmptyState>
  )
}

/** The page of a gift link: a logged-in person who opens it may attend in the buyer's place. */
export function GiftPage() {
  const { search } = useLocation()
  const hydrated = useHydrated()
  const token = new URLSearchParams(search).get('token')
  if (!hydrated) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="narrow">
      {token ? (
        <Queries>
          <Gift key={token} token={token} />
        </Queries>
      ) : (
        <NoGift />
      )}
    </PageBody>
  )
}

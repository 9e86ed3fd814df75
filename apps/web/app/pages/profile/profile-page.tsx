import type { Influencer, PublicUser } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { useAuth } from '../../api/use-auth.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { EventList } from '../../features/live-events/event-list.tsx'
import { ProfileView } from '../../features/profiles/profile-view.tsx'
import {
  BookAction,
  BookActionWaiting,
  BookCallWaiting,
} from '../../features/requests/booking/book-action.tsx'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import { ShareButton } from '../../ui/share/share-button.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { useLoginForReturn } from '../login/use-login-for-return.ts'
import { PersonShield } from '../safety/person-shield.tsx'
import { PersonPage } from './person-page.tsx'
import { ProfileNotPublic } from './profile-not-public.tsx'

const ProfileOwner = lazy(() => import('./profile-owner.tsx'))
const VisitorSlots = lazy(() => import('./visitor-slots.tsx'))
const ProfileMember = lazy(() => import('./profile-member.tsx'))

interface ProfilePageProps {
  /** Null for a visitor who may not see the profile, or if there is none. */
  influencer: Influencer | null
  /** A person who is not an influencer. */
  person: PublicUser | null
  username: string
}

/** A person's public page, for themselves and for others. */
export function ProfilePage({ influencer, person, username }: ProfilePageProps) {
  const auth = useAuth()
  useLoginForReturn()
  if (person) return <PersonPage person={person} viewer={auth.user} />
  if (!influencer) return <ProfileNotPublic key={username} username={username} />
  // Free slots change every minute: only the page's code can load them.
  const slotsWaiting = (
    <div data-needs-code>
      <Skeleton height="144px" />
    </div>
  )
  const visitor = (
    <>
      {influencer.booking_mode !== 'off' && (
        <Suspense fallback={slotsWaiting}>
          {/* Members have their own panel: a picker that opens before the login is known would close again. */}
          {auth.ready ? <VisitorSlots influencer={influencer} /> : slotsWaiting}
        </Suspense>
      )}
      <BookAction influencer={influencer} auth={auth} />
    </>
  )
  if (auth.user?.id === influencer.user.id) {
    return (
      <PageBody width="wide">
        <Suspense
          fallback={
            <ProfileView
              influencer={influencer}
              panel={<BookActionWaiting />}
              events={<EventList events={influencer.virtual_events} viewer="owner" />}
            />
          }
        >
          <ProfileOwner key={influencer.user.id} influencer={influencer} username={auth.user.username} />
        </Suspense>
      </PageBody>
    )
  }
  const panel = auth.user ? (
    <Suspense fallback={<BookCallWaiting influencer={influencer} />}>
      <ProfileMember key={influencer.user.id} influencer={influencer} user={auth.user} />
    </Suspense>
  ) : (
    visitor
  )
  // The member's view has a notice of its own: one that shows while their account loads would jump.
  const isVisitor = auth.ready && auth.data === null
  const { first_name, last_name } = influencer.user
  const share = (
    <ShareButton
      path={`/profile/${influencer.user.username}`}
      title={t('{name} on Parley', { name: `${first_name} ${last_name}` })}
    />
  )
  return (
    <PageBody width="wide">
      <ProfileView
        influencer={influencer}
        panel={
          <>
            {isVisitor && <LinkRescue before="paying" />}
            {panel}
            {share}
            <PersonShield person={influencer.user} />
          </>
        }
        events={<EventList events={influencer.virtual_events} viewer="other" />}
      />
    </PageBody>
  )
}

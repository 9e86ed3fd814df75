import type { OwnUser, PublicUser } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { PersonView } from '../../features/profiles/person-view.tsx'
import { PageBody } from '../../ui/page.tsx'
import { PersonShield } from '../safety/person-shield.tsx'

const PersonCalls = lazy(() => import('./person-calls.tsx'))

/** The page of a person who is not an influencer, for themselves and for others. */
export function PersonPage({ person, viewer }: { person: PublicUser; viewer: OwnUser | null }) {
  return (
    <PageBody width="text">
      <PersonView person={person} viewer={viewer?.id === person.id ? 'owner' : 'other'} />
      {viewer && (
        <Suspense fallback={null}>
          <PersonCalls key={person.id} username={person.username} viewer={viewer} />
        </Suspense>
      )}
      <PersonShield person={person} />
    </PageBody>
  )
}

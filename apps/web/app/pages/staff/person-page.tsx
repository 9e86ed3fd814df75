import type { ChangeRole, StaffAct, StaffMe, StaffStandingPerson, Suspend } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { AgeCard, type BirthDateAct } from '../../features/staff/age-card.tsx'
import { FoundRequests } from '../../features/staff/found.tsx'
import { RoleForm } from '../../features/staff/role-form.tsx'
import css from '../../features/staff/staff.module.css'
import { Story } from '../../features/staff/story.tsx'
import { SuspensionForm } from '../../features/staff/suspension-form.tsx'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { useDone } from './desk-pages.tsx'

type Act = { what: 'suspend'; act: Suspend } | { what: 'restore'; act: StaffAct }

const useStaffMe = () =>
  useQuery({
    queryKey: ['staff', 'me'],
    queryFn: ({ signal }) => api.get<StaffMe>('/api/staff/me/', { signal }),
  })
const isModerator = (me: StaffMe) => me.roles.some(role => role === 'moderator' || role === 'admin')

function Age({ person }: { person: StaffStandingPerson }) {
  const client = useQueryClient()
  const me = useStaffMe()
  const change = useMutation({
    mutationFn: (act: BirthDateAct) =>
      proofRequests.withProof(() => api.post(`/api/staff/people/${person.id}/birth-date/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'person'] }),
  })
  const done = useDone()
  if (!me.data || !isModerator(me.data)) return null
  return (
    <div className={css.act}>
      {done.place}
      <AgeCard
        key={person.age.version}
        person={person}
        check={me.data.age_check}
        busy={change.isPending}
        problem={change.isError ? errorText(change.error) : null}
        onCorrect={act => change.mutate(act, { onSuccess: () => done.say(t('The birth date is changed.')) })}
      />
    </div>
  )
}

function Suspending({ person }: { person: StaffStandingPerson }) {
  const client = useQueryClient()
  const me = useStaffMe()
  const change = useMutation({
    mutationFn: ({ what, act }: Act) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/people/${person.id}/${what}/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'person'] }),
  })
  const done = useDone()
  if (!me.data || !isModerator(me.data)) return null
  const name = person.username
  return (
    <div className={css.act}>
      {done.place}
      <SuspensionForm
        key={person.version}
        person={person}
        busy={change.isPending}
        problem={change.isError ? errorText(change.error) : null}
        onSuspend={act =>
          change.mutate(
            { what: 'suspend', act },
            {
              onSuccess: () =>
                done.say(t('@{name} is suspended, and gets a mail with your reason.', { name })),
            },
          )
        }
        onRestore={act =>
          change.mutate(
            { what: 'restore', act },
            {
              onSuccess: answer =>
                answer?.waits_for ?? done.say(t('The suspension of @{name} is lifted.', { name })),
            },
          )
        }
      />
    </div>
  )
}

function Roles({ person }: { person: StaffStandingPerson }) {
  const client = useQueryClient()
  const me = useQuery({
    queryKey: ['staff', 'me'],
    queryFn: ({ signal }) => api.get<StaffMe>('/api/staff/me/', { signal }),
  })
  const change = useMutation({
    mutationFn: (act: ChangeRole) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/people/${person.id}/roles/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  if (!me.data?.roles.includes('admin')) return null
  return (
    <RoleForm
      key={person.roles.join()}
      person={person}
      busy={change.isPending}
      waits={change.data?.waits_for !== undefined}
      problem={change.isError ? errorText(change.error) : null}
      onChange={act => change.mutate(act)}
    />
  )
}

function Person({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['staff', 'person', id],
    queryFn: ({ signal }) => api.get<StaffStandingPerson>(`/api/staff/people/${id}/`, { signal }),
  })
  return (
    <Answered query={query} waiting={t('Looking for the person')}>
      {person => (
        <div className={css.grid}>
          <Card>
            <Story story={person} title={`@${person.username}`} />
          </Card>
          <Card>
            <h2>{t('Their last calls and places')}</h2>
            {person.requests.length === 0 ? (
              <p>{t('They have none.')}</p>
            ) : (
              <FoundRequests requests={person.requests} />
            )}
          </Card>
          <Suspending person={person} />
          <Age person={person} />
          <Roles person={person} />
        </div>
      )}
    </Answered>
  )
}

/** A person as the desk sees them. */
export function StaffPersonPage({ id }: { id: string }) {
  return (
    <DeskFrame title={t('A person')}>
      <Person key={id} id={id} />
    </DeskFrame>
  )
}

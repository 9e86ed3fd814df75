import type { ChangeRole, StaffAct, StaffStandingPerson, Suspend } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { AgeCard, type BirthDateAct } from '../../features/staff/age-card.tsx'
import { FoundRequests } from '../../features/staff/found.tsx'
import { ReportLines } from '../../features/staff/history/report-lines.tsx'
import { SuspensionLines } from '../../features/staff/history/suspension-lines.tsx'
import { RoleForm } from '../../features/staff/role-form.tsx'
import css from '../../features/staff/staff.module.css'
import { momentText } from '../../features/staff/staff-words.ts'
import { Story } from '../../features/staff/story.tsx'
import { SuspensionForm } from '../../features/staff/suspension-form.tsx'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { useDone } from './desk-pages.tsx'
import { hasRole, isForAdmin, useHasRole, useStaffMe } from './staff-me.ts'

type Act = { what: 'suspend'; act: Suspend } | { what: 'restore'; act: StaffAct }

function Age({ person }: { person: StaffStandingPerson }) {
  const client = useQueryClient()
  const me = useStaffMe()
  const change = useMutation({
    mutationFn: (act: BirthDateAct) =>
      proofRequests.withProof(() => api.post(`/api/staff/people/${person.id}/birth-date/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'person'] }),
  })
  const done = useDone()
  if (!me.data || !hasRole(me.data, 'moderator')) return null
  return (
    <div className={css.act}>
      {done.place}
      <AgeCard
        key={done.count}
        person={person}
        check={me.data.age_check}
        mayCorrect={!isForAdmin(me.data, person)}
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
  if (!me.data || !hasRole(me.data, 'moderator')) return null
  const name = person.username
  const { suspension } = person
  // A moderator may be one of the two who end a ban.
  const isBanned = suspension?.kind === 'banned' && suspension.ended_at === null
  const isForOther = isForAdmin(me.data, person) && !isBanned
  return (
    <div className={css.act}>
      {done.place}
      {isForOther && (
        <Card>
          <p>{t('They work at the desk: an admin suspends them, or lifts their suspension.')}</p>
        </Card>
      )}
      {!isForOther && (
        <SuspensionForm
          key={done.count}
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
      )}
    </div>
  )
}

function Roles({ person }: { person: StaffStandingPerson }) {
  const client = useQueryClient()
  const isAdmin = useHasRole('admin')
  const change = useMutation({
    mutationFn: (act: ChangeRole) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/people/${person.id}/roles/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  if (!isAdmin) return null
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

/** The staff audit of a person, for those who may read it. */
function AuditLink({ person }: { person: StaffStandingPerson }) {
  if (!useHasRole('admin')) return null
  return (
    <Link to={`/staff/audit?q=${encodeURIComponent(`@${person.username}`)}`} className={css.more}>
      {t('Who looked at them')}
    </Link>
  )
}

/** What staff knew and did about a person before. */
function History({ person }: { person: StaffStandingPerson }) {
  const isModerator = useHasRole('moderator')
  const { reports, suspensions, is_party: isParty } = person
  return (
    <>
      {reports.length > 0 && (
        <ReportLines title={t('The last reports about them')} reports={reports} mayOpen={isModerator} />
      )}
      {suspensions.length > 0 && <SuspensionLines suspensions={suspensions} isParty={isParty} />}
    </>
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
            {/* A server of the version before sends none. */}
            {person.mail_refused_at && (
              <p>
                {t(
                  'The last mail to them was refused for good ({at}): their address may be wrong, or their provider takes no mails from us.',
                  { at: momentText(person.mail_refused_at) },
                )}
              </p>
            )}
            <AuditLink person={person} />
          </Card>
          <Card>
            <h2>{t('Their last calls and places')}</h2>
            {person.requests.length === 0 ? (
              <p>{t('They have none.')}</p>
            ) : (
              <FoundRequests requests={person.requests} />
            )}
          </Card>
          <History person={person} />
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

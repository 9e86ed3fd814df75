import type { Influencer } from '@parley/contract'
import { SESSIONS_BADGE_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { CalendarDays, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { EventList } from '../../features/live-events/event-list.tsx'
import { checklist, type StepName } from '../../features/onboarding/checklist.ts'
import { OnboardingCard } from '../../features/onboarding/onboarding-card.tsx'
import { useProgress } from '../../features/onboarding/use-progress.ts'
import { createProfileEdit } from '../../features/profiles/profile-edit.ts'
import { ProfileEditForm } from '../../features/profiles/profile-edit-form.tsx'
import { ProfileView } from '../../features/profiles/profile-view.tsx'
import { CopyLink } from '../../features/requests/link/copy-link.tsx'
import { OwnerRequests } from '../../features/requests/list/owner-requests.tsx'
import { openPrivateCount } from '../../features/requests/list/request-groups.ts'
import { useRequests } from '../../features/requests/list/use-requests.ts'
import { mayStillSuggest, SuggestTimes } from '../../features/slots/suggest-times.tsx'
import { msg, t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { SavedNote } from '../../ui/alerts/saved-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share/share-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { PersonShield } from '../safety/person-shield.tsx'

interface OwnerProps {
  influencer: Influencer
  username: string
}

function useProfileEdit(influencer: Influencer) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<Influencer | null>(null)
  const [edit] = useState(() =>
    createProfileEdit({
      api,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
      savedAs: saved => {
        setShown(saved)
        if (saved.user.username === influencer.user.username) void revalidate()
        else {
          const address = `/profile/${saved.user.username}`
          // Loads the person first: the header and the links of this page contain their name.
          void auth.refreshUser().then(() => navigate(address, { replace: true }))
        }
      },
    }),
  )
  const newer = shown && shown.version >= influencer.version ? shown : influencer
  return { edit, state: useStore(edit), influencer: newer }
}

/** The labels of the checklist for the edit mode. */
const EDIT_WORDS = {
  picture: msg('Add'),
  price: msg('Set'),
  words: msg('Write'),
  category: msg('Choose'),
} as const

/** Suggests to offer slots, which is optional. */
function OfferTimes() {
  return (
    <>
      <span>{t('Fans book a time in two taps, and nobody writes back and forth.')}</span>
      <ButtonLink to="/availability">{t('Offer times')}</ButtonLink>
    </>
  )
}

function OwnProfile({ edit, state, influencer }: ReturnType<typeof useProfileEdit>) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  // The address of the page stays: a reload, or a way back, does not open the form again.
  useEffect(() => {
    if (hash !== '#edit') return
    edit.edit()
    const kept = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    void navigate({ search, hash: '' }, kept)
  }, [edit, hash, search, navigate])
  const { username, first_name, last_name } = influencer.user
  const { progress, state: onboarding } = useProgress(username)
  const share = (
    <ShareButton
      path={`/profile/${username}`}
      title={t('{name} on Parley', { name: `${first_name} ${last_name}` })}
      onShared={() => progress.mark('shared')}
    />
  )
  const actionFor = (step: StepName) => {
    if (step === 'share') return share
    if (step === 'call') return <ButtonLink to="/device-check">{t('Test')}</ButtonLink>
    return <Button onClick={edit.edit}>{t(EDIT_WORDS[step])}</Button>
  }
  if (state.mode === 'edit') {
    return (
      <ProfileEditForm
        influencer={influencer}
        saving={state.saving}
        errors={state.errors}
        problem={state.problem}
        onSave={form => edit.save(influencer, form)}
        onCancel={edit.cancel}
      />
    )
  }
  return (
    <>
      {!onboarding.dismissed && (
        <OnboardingCard
          steps={checklist(influencer, onboarding)}
          actionFor={actionFor}
          onDismiss={() => progress.mark('dismissed')}
          more={influencer.booking_mode === 'off' && <OfferTimes />}
        />
      )}
      <ProfileView
        influencer={influencer}
        events={<EventList events={influencer.virtual_events} viewer="owner" />}
        panel={
          <>
            <SavedNote said={state.saved ? t(messages.profileSaved) : null} place="afterwards" />
            <CopyLink path={`/profile/${username}`} />
            {share}
            <ButtonLink to="/availability" icon={<CalendarDays size={18} aria-hidden="true" />}>
              {influencer.booking_mode === 'off' ? t('Offer times') : t('Your times')}
            </ButtonLink>
            <ActionBar>
              <Button
                variant="primary"
                wide
                icon={<Pencil size={18} aria-hidden="true" />}
                onClick={edit.edit}
              >
                {t('Edit')}
              </Button>
            </ActionBar>
          </>
        }
      />
    </>
  )
}

function OwnerTabs({ influencer, username }: OwnerProps) {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const own = useProfileEdit(influencer)
  const { requests } = useRequests(username, 'paid')
  const open = openPrivateCount(requests)
  const badge = open > SESSIONS_BADGE_MAX ? `${SESSIONS_BADGE_MAX}+` : String(open)
  return (
    <Tabs
      value={hash === '#sessions' ? 'sessions' : 'profile'}
      onChange={value =>
        void navigate(value === 'sessions' ? `${pathname}#sessions` : pathname, {
          replace: true,
          preventScrollReset: true,
        })
      }
      tabs={[
        {
          value: 'profile',
          name: t('Profile'),
          content: <OwnProfile {...own} />,
          isKept: own.state.mode === 'edit',
        },
        {
          value: 'sessions',
          name: t('Sessions'),
          badge: open > 0 ? badge : undefined,
          badgeLabel: t('open'),
          content: (
            <OwnerRequests
              username={username}
              shieldFor={(other, about) => <PersonShield person={other} about={about} />}
              moreFor={(request, changed) =>
                mayStillSuggest(request, influencer) && (
                  <SuggestTimes request={request} influencer={influencer} suggested={changed} />
                )
              }
            />
          ),
        },
      ]}
    />
  )
}

/** A profile as its owner sees it: the tab Profile with its edit mode, and the tab Sessions. */
export default function ProfileOwner(props: OwnerProps) {
  return (
    <Queries>
      <OwnerTabs {...props} />
    </Queries>
  )
}

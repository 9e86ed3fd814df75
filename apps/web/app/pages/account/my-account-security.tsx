import type { OwnUser, Page, StandingLogin } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { DeleteAccount } from '../../features/accounts/settings/delete-account.tsx'
import { LoginList } from '../../features/accounts/settings/login-list.tsx'
import { PasswordForm } from '../../features/accounts/settings/password-form.tsx'
import { SettingsSection } from '../../features/accounts/settings/settings-section.tsx'
import { SwitchList } from '../../features/accounts/settings/switch-list.tsx'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { saveFile } from '../../ui/share/save-file.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { BlockedList } from './blocked-list.tsx'
import css from './my-account.module.css'
import { refusedFields } from './my-account-save.ts'
import { useSettingSwitches } from './my-account-switches.ts'
import { OwnFactors } from './own-factors.tsx'

const LOGINS = ['logins']

function Logins() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: LOGINS,
    queryFn: ({ signal }) =>
      api.get<Page<StandingLogin>>(`/api/user/me/logins/?page_size=${PAGE_SIZE_MAX}`, { signal }),
  })
  const end = useMutation({
    mutationFn: (login: StandingLogin) =>
      proofRequests.withProof(() => api.delete(`/api/user/me/logins/${login.id}/`)),
    onError: error => alerts.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: LOGINS }),
  })
  if (query.isPending) return <Waiting>{t('Looking for your logins')}</Waiting>
  if (query.isLoadingError)
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  const ending = end.isPending ? end.variables.id : null
  return <LoginList logins={query.data.results} ending={ending} onEnd={login => end.mutate(login)} />
}

function OwnData() {
  const fetchAll = useMutation({
    mutationFn: () => api.get<Record<string, unknown>>('/api/user/me/export/'),
    onSuccess: data => saveFile('parley-export.json', JSON.stringify(data, null, 2)),
    onError: error => alerts.error(errorText(error)),
  })
  return (
    <div>
      <Button
        icon={<Download size={18} aria-hidden="true" />}
        busy={fetchAll.isPending}
        onClick={() => fetchAll.mutate()}
      >
        {t('Download my data')}
      </Button>
    </div>
  )
}

/** Password, logins, visibility, and the account itself. */
export default function SecurityTab({ user }: { user: OwnUser }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const switches = useSettingSwitches(user)
  return (
    <div className={css.cards}>
      <SettingsSection
        title={t('Change password')}
        lead={
          <RichText
            text="You stay logged in here; everywhere else you are logged out. No password yet, because you log in by a network? <link>Choose one by mail</link>."
            parts={{ link: words => <Link to="/password-reset-simple">{words}</Link> }}
          />
        }
      >
        <PasswordForm
          onChange={change =>
            refusedFields(async () => {
              await proofRequests.withProof(() => api.post('/api/user/me/password/', change))
              alerts.message(messages.passwordChanged)
              await client.invalidateQueries({ queryKey: LOGINS })
            })
          }
        />
      </SettingsSection>
      <SettingsSection
        title={t('Second factor')}
        lead={t(
          'Something you have beside your password. Logging in asks for it, and so does everything that moves money or your account.',
        )}
      >
        <OwnFactors />
      </SettingsSection>
      <SettingsSection
        title={t('Logins')}
        lead={t(
          'Where you are logged in. Revoke what you do not know. A new password logs you out everywhere else.',
        )}
      >
        <Logins />
        <div>
          <ButtonLink to="/logout" icon={<LogOut size={18} aria-hidden="true" />}>
            {t('Log out')}
          </ButtonLink>
        </div>
      </SettingsSection>
      <SettingsSection title={t('Visibility')}>
        <SwitchList
          switches={switches}
          lines={[
            {
              name: 'public_profile',
              label: t('Public Profile'),
              about: t('Off: only people who have a request with you find your profile.'),
            },
            {
              name: 'expose_email',
              label: t('Expose your email'),
              about: t('On: whoever sees your profile sees your email address too.'),
            },
          ]}
        />
      </SettingsSection>
      <SettingsSection
        title={t('Blocked people')}
        lead={t('You do not meet them here, and they do not meet you.')}
      >
        <BlockedList />
      </SettingsSection>
      <SettingsSection title={t('Your data')} lead={t('Everything we hold about you, as one file.')}>
        <OwnData />
      </SettingsSection>
      <SettingsSection
        title={t('Delete account')}
        lead={t(
          'It cannot be brought back. While a paid request is open, it has to be used or cancelled first.',
        )}
      >
        <DeleteAccount
          onDelete={async deletion => {
            await proofRequests.withProof(() => api.delete('/api/user/me/', { body: deletion }))
            auth.leave()
            await navigate('/', { replace: true })
            await auth.logOut()
            alerts.message(t('Your account is deleted.'))
          }}
        />
      </SettingsSection>
    </div>
  )
}

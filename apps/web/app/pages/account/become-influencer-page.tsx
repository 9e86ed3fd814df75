import type { FieldErrors, InfluencerStepInput, OwnUser } from '@parley/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { useAuth } from '../../api/use-auth.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { InfluencerStepForm } from '../../features/accounts/sign-up/influencer-step.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { useFeePercent } from './use-fee-percent.ts'

function toForm(step: InfluencerStepInput, picture: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(step)) form.set(name, String(value))
  form.set('file', picture)
  return form
}

/** The profile step of the sign-up alone: it makes an existing account an influencer's. */
function BecomeInfluencerForm({ user }: { user: OwnUser }) {
  const navigate = useNavigate()
  const feePercent = useFeePercent()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors | null>(null)
  const profile = `/profile/${user.username}`
  async function become(step: InfluencerStepInput, picture: File) {
    if (busy) return
    setBusy(true)
    setErrors(null)
    try {
      await api.post<OwnUser>('/api/user/me/become-influencer/', toForm(step, picture))
      // It is saved; if the person cannot be loaded now, the next page loads them.
      await auth.refreshUser()
      await navigate(profile, { replace: true })
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : null)
      alerts.error(errorText(error))
      setBusy(false)
    }
  }
  return (
    <FormPage
      title={t('Become an influencer')}
      lead={t('Your account stays as it is, with your bookings. You add a price, and people can book you.')}
    >
      <InfluencerStepForm
        feePercent={feePercent}
        submitLabel={t('Become an influencer')}
        onSignUp={become}
        onBack={() => void navigate(profile)}
        busy={busy}
        errors={errors}
      />
    </FormPage>
  )
}

export function BecomeInfluencerPage() {
  const { user } = useAuth()
  if (!user) return <Waiting>{t('One moment')}</Waiting>
  if (!user.is_influencer) return <BecomeInfluencerForm user={user} />
  return (
    <EmptyState
      title={<h1>{t('You are an influencer already')}</h1>}
      action={<ButtonLink to={`/profile/${user.username}`}>{t('Go to your profile')}</ButtonLink>}
    >
      {t('Your price and your words are on your profile.')}
    </EmptyState>
  )
}

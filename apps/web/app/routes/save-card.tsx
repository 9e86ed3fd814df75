import type { OwnUser } from '@parley/contract'
import { useNavigate } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { FormPage } from '../features/accounts/form-page.tsx'
import { SaveCard } from '../features/payments/save-card.tsx'
import { t } from '../language/text.ts'
import { useCardSaving } from '../pages/payment/use-card-saving.ts'
import { useSetupReturn } from '../pages/payment/use-setup-return.ts'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Save a card')} · Parley` }]

function CardPage({ user }: { user: OwnUser }) {
  const navigate = useNavigate()
  const saving = useCardSaving(user, () => void navigate('/my-account#billing', { replace: true }))
  useSetupReturn(saving)
  return (
    <FormPage title={t('Save a card')} lead={t('Pay your next booking in one tap. Nothing is charged now.')}>
      <SaveCard saving={saving} submitLabel={t('Save Card')} />
    </FormPage>
  )
}

/** Saves a card for later; a bank's check also returns here. */
export default function SaveCardRoute() {
  const { user } = useAuth()
  return user ? <CardPage user={user} /> : <Waiting>{t('One moment')}</Waiting>
}

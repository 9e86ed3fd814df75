import { useAuth } from '../api/use-auth.ts'
import { t } from '../language/text.ts'
import css from '../pages/account/my-account.module.css'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('User')} · Parley` }, { name: 'robots', content: 'noindex' }]

/** The server's data about the person, as text. */
export default function User() {
  const { user } = useAuth()
  if (!user) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="text" className={css.page}>
      <h1>{t('User')}</h1>
      <pre className={css.debug}>{JSON.stringify(user, null, 2)}</pre>
    </PageBody>
  )
}

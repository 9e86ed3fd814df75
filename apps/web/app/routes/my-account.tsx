import { Link } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'
import css from './my-account.module.css'

export const meta = () => [{ title: 'My account · Parley' }]

export default function MyAccount() {
  const { user } = useAuth()
  if (!user) return <Waiting>One moment</Waiting>
  return (
    <PageBody width="text" className={css.page}>
      <div>
        <h1>
          {user.first_name} {user.last_name}
        </h1>
        <p className={css.sub}>
          <Link to={`/profile/${user.username}`}>@{user.username}</Link>
        </p>
        <p className={css.sub}>Change account information and settings</p>
      </div>
      <Card>
        <h2 className={css.heading}>Private information</h2>
        <dl className={css.facts}>
          <div>
            <dt>Email</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>Saved cards</dt>
            <dd>{user.card_intents.filter(card => card.is_valid).length}</dd>
          </div>
        </dl>
      </Card>
      <div>
        <ButtonLink to="/logout">Log out</ButtonLink>
      </div>
    </PageBody>
  )
}

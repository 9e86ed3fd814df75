import { data } from 'react-router'
import { publicDataContext } from '../contexts.server.ts'
import styles from '../features/design/design.css?url'
import { DesignPage } from '../features/design/design-page.tsx'
import { readTokens } from '../features/design/tokens.ts'
import css from '../theme/tokens.css?raw'
import type { Route } from './+types/design.ts'

const themes = readTokens(css)

/** Only for developers: this page does not exist where real money is used. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(publicDataContext).site.paymentProvider !== 'sandbox') throw data(null, { status: 404 })
  return null
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta = () => [{ title: 'Design system · Parley' }, { name: 'robots', content: 'noindex' }]

export default function Design() {
  return <DesignPage themes={themes} />
}

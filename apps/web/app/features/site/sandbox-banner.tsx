import { t } from '../../language/text.ts'
import css from './sandbox-banner.module.css'

/** Says on every page that this site plays with test cards. */
export function SandboxBanner() {
  return (
    <aside aria-label={t('Sandbox')} className={css.banner}>
      <strong>{t('Sandbox:')}</strong> no real money moves here.
    </aside>
  )
}

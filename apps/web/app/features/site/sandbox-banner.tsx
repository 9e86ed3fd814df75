import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import css from './sandbox-banner.module.css'

/** Says on every page that this site uses test cards. */
export function SandboxBanner() {
  return (
    <aside aria-label={t('Sandbox')} className={css.banner}>
      <RichText
        text="<b>Sandbox:</b> no real money moves here."
        parts={{ b: words => <strong>{words}</strong> }}
      />
    </aside>
  )
}

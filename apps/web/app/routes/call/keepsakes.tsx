import { Queries } from '../../api/queries.tsx'
import { KeepsakesPage } from '../../features/call/keepsake/keepsakes-page.tsx'
import { t } from '../../language/text.ts'
import css from '../../pages/account/my-account.module.css'
import { PageBody } from '../../ui/page.tsx'

export const meta = () => [{ title: `${t('Keepsakes')} · Parley` }]

/** Photos of two people, to which both agreed. */
export default function Keepsakes() {
  return (
    <PageBody width="text" className={css.page}>
      <h1>{t('Keepsakes')}</h1>
      <Queries>
        <KeepsakesPage />
      </Queries>
    </PageBody>
  )
}

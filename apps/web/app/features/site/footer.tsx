import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './footer.module.css'

/** The bottom of every page but a call. */
export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={css.bar}>
        {/* The server may have rendered the page just before New Year: the browser's own year is shown. */}
        <span suppressHydrationWarning>© {new Date().getFullYear()} Parley</span>
        <nav aria-label={t('Footer')} className={css.links}>
          <Link to="/explore">{t('Explore')}</Link>
          <Link to="/faq">{t('FAQ')}</Link>
          <Link to="/terms">{t('Terms and privacy')}</Link>
          <Link to="/company-terms">{t('Terms for influencers')}</Link>
        </nav>
      </div>
    </footer>
  )
}

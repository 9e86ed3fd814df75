import { Link } from 'react-router'
import css from './footer.module.css'

/** The bottom of every page but a call. */
export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={css.bar}>
        {/* The page may have been made just before New Year: the browser's own year stands. */}
        <span suppressHydrationWarning>© {new Date().getFullYear()} Parley</span>
        <nav aria-label="Footer" className={css.links}>
          <Link to="/explore">Explore</Link>
          <Link to="/faq">FAQ</Link>
          <Link to="/terms">Terms and privacy</Link>
          <Link to="/company-terms">Terms for influencers</Link>
        </nav>
      </div>
    </footer>
  )
}

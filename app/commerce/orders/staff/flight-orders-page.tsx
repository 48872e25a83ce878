export { default } from '#app/backoffice/being-built-page.tsx';

export { default } from '#app/storefront/being-built-page.tsx';

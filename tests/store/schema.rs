//! The schema is the same on both databases, and exports have all of it.

use std::collections::BTreeMap;

use crate::support::database::Database;

type Columns = BTreeMap<String, Vec<String>>;

fn of_sqlite() -> Columns {
    let database = Database::sqlite();
    drop(database.open());
    let connection = rusqlite::Connection::open(database.file()).expect("the file");
    let sql = "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE \
        m.type = 'table'";
    let mut statement = connection.prepare(sql).expect(sql);
    let mut columns = Columns::new();
    let mut rows = statement.query([]).expect(sql);
    while let Some(row) = rows.next().expect(sql) {
        let (table, column): (String, String) =
            (row.get(0).expect("a name"), row.get(1).expect("a name"));
        columns.entry(table).or_default().push(column);
    }
    for columns in columns.values_mut() {
        columns.sort();
    }
    columns
}

#[test]
fn an_export_has_every_column_of_every_table() {
    let database = Database::sqlite();
    let mut bytes = Vec::new();
    database.open().export(&mut bytes).expect("an export");
    let mut exported = Columns::new();
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let line: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        let Some(table) = line["table"].as_str() else { continue };
        let columns = line["columns"].as_array().expect("columns");
        let mut columns: Vec<_> =
            columns.iter().map(|name| name.as_str().expect("a name").to_owned()).collect();
        columns.sort();
        exported.insert(table.to_owned(), columns);
    }
    let mut schema = of_sqlite();
    schema.remove("schema_version").expect("its version");
    assert_eq!(exported, schema);
}

#[test]
fn postgres_has_the_tables_and_columns_of_sqlite() {
    let Some(database) = Database::postgres() else { return };
    drop(database.open());
    for (table, columns) in of_sqlite() {
        for column in &columns {
            let sql = format!(
                "SELECT count(*) FROM information_schema.columns WHERE table_name = '{table}' AND \
                 column_name = '{column}'"
            );
            assert_eq!(database.number(&sql), 1, "{table}.{column}");
        }
        let sql =
            format!("SELECT count(*) FROM information_schema.columns WHERE table_name = '{table}'");
        assert_eq!(database.number(&sql), columns.len() as i64, "{table}");
    }
}
